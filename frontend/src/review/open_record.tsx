// Opening game records: by a button, by drag and drop anywhere, or by pasting.

import { signal } from "@preact/signals";
import { useEffect, useId, useState } from "preact/hooks";
import { showView } from "../address";
import { Button } from "../shell/button";
import { Dialog } from "../shell/dialog";
import { closeWindow, openWindow } from "../shell/windows";
import { dismissFile, file, receive, send } from "../store";
import { counted, resultInWords } from "../words";
import { base64, fromBase64, type Preview, previewOf } from "./preview";

/** The record that waits for a yes. */
const waiting = signal<Preview | null>(null);

/** Shows what a record holds, or says why it is none. */
function look(name: string, bytes: Uint8Array): void {
  try {
    waiting.value = previewOf(name, bytes);
    closeWindow();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    receive({ type: "problem", text: text.includes("SGF") || text.endsWith(".") ? text : "This record cannot be read.", request: 0, is_fatal: false });
  }
}

async function lookAtFile(chosen: File): Promise<void> {
  look(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
}

function lookAtText(text: string): void {
  look("pasted.sgf", new TextEncoder().encode(text));
}

/** Asks whether a record is the right one. */
export function RecordPreview() {
  const found = waiting.value;
  if (!found) return null;
  const close = () => {
    waiting.value = null;
  };
  const open = () => {
    send({ type: "import_game", name: found.name.slice(-100), sgf: base64(found.bytes) });
    showView("review");
    close();
  };
  return (
    <Dialog title="Open this game?" onClose={close} testId="record-preview">
      <p class="record-title">
        {found.black || "Black"} <span class="quiet">against</span> {found.white || "White"}
      </p>
      <p class="quiet">
        {found.size}×{found.size}, {counted(found.moves, "move")}
        {found.variations > 0 && `, ${counted(found.variations, "variation")}`}
        {found.date && `, ${found.date}`}
        {found.result && `. ${resultInWords(found.result)}`}
      </p>
      <div class="row end">
        <Button text="Cancel" onClick={close} />
        <Button text="Open" kind="primary" testId="record-open" onClick={open} />
      </div>
    </Dialog>
  );
}

export function OpenRecordWindow() {
  const [text, setText] = useState("");
  const [fileId, textId] = [useId(), useId()];
  return (
    <Dialog title="Open a record" onClose={closeWindow} testId="open-record">
      <div class="field">
        <label for={fileId}>SGF file</label>
        <input
          id={fileId}
          type="file"
          accept=".sgf,application/x-go-sgf,text/plain"
          data-testid="record-file"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (chosen) void lookAtFile(chosen);
          }}
        />
      </div>
      <div class="field">
        <label for={textId}>or its text</label>
        <textarea id={textId} class="mono" rows={5} placeholder="(;GM[1]FF[4]…" value={text} data-testid="record-text" onInput={(event) => setText(event.currentTarget.value)} />
      </div>
      <div class="row end">
        <Button text="Open" kind="primary" disabled={text.trim() === ""} testId="record-text-open" onClick={() => lookAtText(text)} />
      </div>
    </Dialog>
  );
}

/** Takes records that are dropped or pasted anywhere, and saves the file that the server sends. */
export function DropZone() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const dropped = event.dataTransfer?.files[0];
      if (!dropped) return;
      event.preventDefault();
      void lookAtFile(dropped);
    };
    const paste = (event: ClipboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea") !== null;
      const text = event.clipboardData?.getData("text") ?? "";
      if (isTyping || openWindow.peek() !== null || !/^\s*\(\s*;/.test(text)) return;
      event.preventDefault();
      lookAtText(text);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    addEventListener("paste", paste);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
      removeEventListener("paste", paste);
    };
  }, []);
  const sent = file.value;
  useEffect(() => {
    if (!sent) return;
    saveFile(sent.name, fromBase64(sent.sgf));
    dismissFile();
  }, [sent]);
  return isOver ? <div class="drop-zone">Drop the record to open it</div> : null;
}

function saveFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/x-go-sgf" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
