// A button with a picture and a text, or with a picture alone and its text as a tip.

import { Icon, type IconName } from "./icons";

interface Props {
  text: string;
  icon?: IconName;
  /** `primary` is the one that most people want next; `plain` has no frame. */
  kind?: "primary" | "danger" | "plain";
  /** Shows the picture alone. */
  isIconOnly?: boolean;
  isSmall?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  /** A key that does the same. */
  shortcut?: string;
  testId?: string;
  onClick: () => void;
}

export function Button({ text, icon, kind, isIconOnly, isSmall, disabled, pressed, shortcut, testId, onClick }: Props) {
  const names = ["button", kind, isIconOnly && "icon-only", isSmall && "small"].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      class={names}
      disabled={disabled}
      aria-pressed={pressed}
      aria-label={isIconOnly ? text : undefined}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${text} (${shortcut})` : isIconOnly ? text : undefined}
      data-testid={testId}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {!isIconOnly && <span>{text}</span>}
    </button>
  );
}
