// Windows over the page, by the browser's own dialog element: it keeps the focus inside and closes with Escape.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button";

interface Props {
  title: string;
  isWide?: boolean;
  testId?: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, isWide, testId, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class={isWide ? "dialog wide" : "dialog"}
      aria-labelledby={titleId}
      data-testid={testId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-header">
          <h2 id={titleId}>{title}</h2>
          <Button text="Close" icon="close" kind="plain" isIconOnly onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface Question {
  title: string;
  text: string;
  /** What the button says that does it: "Resign". */
  action: string;
  act: () => void;
}

/** The question that waits for an answer. */
const question = signal<Question | null>(null);

/** Asks before something is done that cannot be taken back. */
export function ask(asked: Question): void {
  question.value = asked;
}

export function QuestionDialog() {
  const asked = question.value;
  if (!asked) return null;
  const close = () => {
    question.value = null;
  };
  return (
    <Dialog title={asked.title} onClose={close} testId="question">
      <p>{asked.text}</p>
      <div class="row end">
        <Button text="Cancel" onClick={close} />
        <Button
          text={asked.action}
          kind="danger"
          testId="question-yes"
          onClick={() => {
            close();
            asked.act();
          }}
        />
      </div>
    </Dialog>
  );
}
