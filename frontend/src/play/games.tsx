// The list of earlier games.

import { useEffect } from "preact/hooks";
import { showView } from "../address";
import type { GameLine } from "../messages";
import { Button } from "../shell/button";
import { ask, Dialog } from "../shell/dialog";
import { closeWindow } from "../shell/windows";
import { game, games, send } from "../store";
import { counted, dateInWords, resultInWords } from "../words";

export function GamesWindow() {
  useEffect(() => {
    send({ type: "list_games" });
  }, []);
  return (
    <Dialog title="Games" isWide onClose={closeWindow} testId="games">
      {games.value.length === 0 && <p class="quiet">There are no games yet.</p>}
      <ul class="game-list">
        {games.value.map((line) => (
          <Line key={line.game} line={line} />
        ))}
      </ul>
    </Dialog>
  );
}

function Line({ line }: { line: GameLine }) {
  const open = () => {
    send({ type: "open_game", game: line.game });
    showView(line.result === null ? "play" : "review");
    closeWindow();
  };
  const remove = () => {
    ask({
      title: "Delete this game?",
      text: `${line.title}, ${counted(line.moves, "move")}. It cannot be brought back.`,
      action: "Delete",
      act: () => send({ type: "delete_game", game: line.game }),
    });
  };
  return (
    <li class={line.game === game.value?.game ? "current" : ""} data-testid="game-line">
      <button type="button" class="game-open" onClick={open}>
        <strong>{line.title}</strong>
        <span class="quiet">
          {line.size}×{line.size}, {counted(line.moves, "move")}, {line.result === null ? "not finished" : resultInWords(line.result)}
        </span>
        <span class="quiet date">{dateInWords(line.changed, new Date())}</span>
      </button>
      <Button text={`Delete ${line.title}`} icon="bin" kind="plain" isIconOnly onClick={remove} />
    </li>
  );
}
