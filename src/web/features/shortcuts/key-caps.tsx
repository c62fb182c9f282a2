import { shortcutWords } from "../../lib/shortcut-words.ts";
import { t } from "../../lib/messages/t.ts";

/** Keys as they stand on the keyboard; alternatives side by side. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex flex-wrap items-center justify-end gap-1.5">
      {keys.map((each) => (
        <kbd
          key={each}
          className="rounded-md border border-line-strong bg-panel px-1.5 py-0.5 font-sans text-xs whitespace-nowrap text-muted"
        >
          {shortcutWords(each)}
        </kbd>
      ))}
    </span>
  );
}

export const KEPT_BY_BROWSERS = t(
  "Browsers reserve these keys in a normal tab; they work in the installed app.",
);
