// The comment of the shown node. It is sent a moment after the last key, and when the field is left.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { send, shownNode } from "../store";

const DELAY = 700; // milliseconds

export function Comment() {
  const node = shownNode.value;
  return node ? <Field key={node.node} node={node.node} comment={node.comment} /> : null;
}

function Field({ node, comment }: { node: number; comment: string }) {
  const id = useId();
  /** What was typed and is not in the record yet. */
  const [draft, setDraft] = useState<string | null>(null);
  const unsent = useRef<string | null>(null);
  const timer = useRef(0);
  const save = () => {
    clearTimeout(timer.current);
    if (unsent.current !== null) send({ type: "annotate", node, comment: unsent.current });
    unsent.current = null;
  };
  useEffect(() => save, []);
  return (
    <div class="field comment">
      <label for={id}>Comment</label>
      <textarea
        id={id}
        rows={3}
        maxLength={100_000}
        value={draft ?? comment}
        placeholder="Write what you think of this position"
        data-testid="comment"
        onInput={(event) => {
          setDraft(event.currentTarget.value);
          unsent.current = event.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = window.setTimeout(save, DELAY);
        }}
        onBlur={() => {
          save();
          setDraft(null);
        }}
      />
    </div>
  );
}
