import { Toolbar } from "@base-ui/react/toolbar";
import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";

type ToolbarButtonProps = {
  label: string;
  keys?: string | undefined;
  icon: LucideIcon;
  isOn?: boolean | undefined;
  isDisabled?: boolean | undefined;
  onPress: () => void;
};

export const toolbarButtonClass =
  "tap grid h-8 min-w-8 shrink-0 place-items-center rounded-md transition-colors data-disabled:opacity-35 pointer-coarse:h-10 pointer-coarse:min-w-10";

/** A press keeps the caret where it is: the button takes no focus from the text when a mouse presses it. */
export function ToolbarButton({ label, keys, icon: Icon, isOn, isDisabled, onPress }: ToolbarButtonProps) {
  return (
    <Tooltip words={label} keys={keys && shortcutWords(keys)}>
      <Toolbar.Button
        aria-label={label}
        aria-pressed={isOn}
        disabled={isDisabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
        className={clsx(
          toolbarButtonClass,
          isOn ? "bg-accent-soft text-accent" : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        <Icon size={16} aria-hidden="true" />
      </Toolbar.Button>
    </Tooltip>
  );
}

export function ToolbarDivider() {
  return <Toolbar.Separator className="mx-1 h-5 w-px shrink-0 bg-line" />;
}
