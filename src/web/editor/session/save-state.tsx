import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { Check, CircleAlert, CloudOff, LoaderCircle } from "lucide-react";
import type { NoteSession, SaveState } from "../../platform/sync/types.ts";
import { useWaitingNotes } from "../../platform/sync/waiting-notes.ts";
import { useTimeChoices } from "../../ui/dates/time.tsx";
import { saveWords } from "./save-words.ts";
import { useSaveState } from "./use-note-session.ts";
import { t } from "../../lib/messages/t.ts";

/** The server answers but stores nothing: its database restarts, or its disk is full. */
const SLOW_MS = 8_000;
/** Red is for what stays: a state that passes within a second frightens for nothing. */
const ALARM_MS = 1_000;
const SLOW_REASON = t(
  "The server can't save changes right now. They're kept on this device and sync as soon as it can.",
);

const icons = {
  loading: LoaderCircle,
  saving: LoaderCircle,
  saved: Check,
  offline: CloudOff,
  full: CircleAlert,
  "not-saved-here": CircleAlert,
  refused: CircleAlert,
};

/** Says whether one's work is safe. Only trouble is announced to screen readers; "Saving..." at each pause would drown the text. */
export function SaveStatus({ session }: { session: NoteSession | null }) {
  const save = useSaveState(session);
  useTimeChoices();
  const Icon = icons[save.kind];
  const isSlow = useLasting(save.kind === "saving", SLOW_MS);
  const notes = Math.max(
    1,
    useWaitingNotes(({ ids }) => ids.size),
  );
  const words = saveWords(save, isSlow, notes);
  const isTrouble = ["not-saved-here", "refused", "full"].includes(save.kind);
  const lasts = useLasting(isTrouble, ALARM_MS);
  const isWaiting = save.kind === "offline" || isSlow;
  const reason = save.kind === "not-saved-here" ? save.reason : isSlow ? SLOW_REASON : undefined;
  return (
    <span
      role="status"
      aria-live={isTrouble || isWaiting ? "polite" : "off"}
      data-waiting={"waiting" in save ? save.waiting : undefined}
      title={reason ?? words}
      className={clsx(
        "flex items-center gap-1.5 text-xs tabular-nums",
        save.kind !== "saved" && "min-w-0",
        lasts ? "text-danger" : isWaiting || isTrouble ? "text-warn" : "text-faint",
      )}
    >
      <Icon size={13} aria-hidden="true" className="shrink-0" />
      <SaveWords save={save} words={words} />
    </span>
  );
}

/** Where there is little room, when it was saved is left to who asks for it. */
function SaveWords({ save, words }: { save: SaveState; words: string }) {
  const [first, ...rest] = words.split(" ");
  if (save.kind !== "saved") return <span className="truncate">{words}</span>;
  return (
    <span className="whitespace-nowrap">
      {first}
      <span className="@max-md:sr-only"> {rest.join(" ")}</span>
    </span>
  );
}

/** True once `isSo` has been true without a break for that long. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSo, ms]);
  return lasts;
}
