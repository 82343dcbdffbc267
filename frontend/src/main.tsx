// Starts the page.

import { effect } from "@preact/signals";
import { render } from "preact";
import { addressedGame, addressGame, currentToken, followAddress } from "./address";
import { followAnalysis } from "./analysing";
import { lastGame } from "./preferences";
import { followMoves } from "./play/moves";
import { followGames } from "./record";
import { followKeys } from "./shell/keys";
import { Shell } from "./shell/shell";
import { followStones } from "./sound";
import { connect, game, send } from "./store";
import "@sabaki/shudan/css/goban.css";
import "./styles/page.css";

followAddress((name) => send({ type: "open_game", game: name }));
connect(() => ({ type: "hello", token: currentToken(), game: addressedGame.peek() ?? lastGame.peek() }));

followAnalysis();
followGames();
followMoves();
followStones();
followKeys();

effect(() => {
  const open = game.value;
  if (open?.is_kept) {
    lastGame.value = open.game;
    addressGame(open.game);
  }
});

const root = document.getElementById("page");
if (root) render(<Shell />, root);
