import { clsx } from "clsx";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { useStateWords } from "../../ui/state-line.ts";
import { offlineWords } from "../../lib/offline-words.ts";
import { useConnection, useIsOffline } from "../../platform/connection.ts";
import { useWaitingNotes } from "../../platform/sync/waiting-notes.ts";
import { t } from "../../lib/messages/t.ts";

const words = { connected: t("Connected"), syncing: t("Syncing"), disconnected: t("Disconnected") };

/** The state line: the realtime status, in a dot and in a word, and for a moment what has just been done. */
export function ConnectionDot({ isIconOnly }: { isIconOnly: boolean }) {
  const status = useConnection();
  const isOffline = useIsOffline();
  const notes = useWaitingNotes(({ ids }) => ids.size);
  const now = isOffline ? offlineWords(notes) : words[status];
  const said = useStateWords(!isIconOnly);
  return (
    <Tooltip side="right" words={now} isOff={!isIconOnly}>
      <div
        role="status"
        className={clsx(
          "flex h-7 items-center gap-2.5 rounded-md text-xs text-faint",
          isIconOnly ? "justify-center" : "px-2.5",
        )}
      >
        <span
          aria-hidden="true"
          className={clsx("mx-1 size-2 shrink-0 rounded-full", {
            "bg-good": status === "connected",
            "animate-breathe": status === "syncing",
            "bg-warn": status === "syncing" || isOffline,
            "bg-faint": !isOffline && status === "disconnected",
          })}
        />
        <span
          className={isIconOnly ? "sr-only" : "min-w-0 truncate"}
          title={said ?? (isOffline ? now : undefined)}
        >
          {said ?? now}
        </span>
      </div>
    </Tooltip>
  );
}
