import { clsx } from "clsx";
import { Check, CircleAlert, CloudOff, LoaderCircle } from "lucide-react";
import type { SaveState } from "../lib/sync/types.ts";
import { saveWords } from "./save-words.ts";

const icons = {
  loading: LoaderCircle,
  saving: LoaderCircle,
  saved: Check,
  offline: CloudOff,
  "not-saved-here": CircleAlert,
  refused: CircleAlert,
};

/** Says whether one's work is safe. Only trouble is announced to screen readers; "Saving..." at each pause would drown the text. */
export function SaveStatus({ save }: { save: SaveState }) {
  const Icon = icons[save.kind];
  const isTrouble = save.kind === "not-saved-here" || save.kind === "refused";
  return (
    <span
      role="status"
      aria-live={isTrouble || save.kind === "offline" ? "polite" : "off"}
      title={save.kind === "not-saved-here" ? save.reason : undefined}
      className={clsx(
        "flex items-center gap-1.5 text-xs whitespace-nowrap tabular-nums",
        isTrouble ? "text-danger" : save.kind === "offline" ? "text-warn" : "text-faint",
      )}
    >
      <Icon size={13} aria-hidden="true" />
      {saveWords(save)}
    </span>
  );
}
