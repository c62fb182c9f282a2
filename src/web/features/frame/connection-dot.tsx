import { clsx } from "clsx";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { useStateWords } from "../../ui/state-line.ts";
import { useConnection } from "../../platform/connection.ts";
import { t } from "../../lib/messages/t.ts";

const words = { connected: t("Connected"), syncing: t("Syncing"), disconnected: t("Disconnected") };

/** The state line: the realtime status, in a dot and in a word, and for a moment what has just been done. */
export function ConnectionDot({ isIconOnly }: { isIconOnly: boolean }) {
  const status = useConnection();
  const said = useStateWords(!isIconOnly);
  return (
    <Tooltip side="right" words={words[status]} isOff={!isIconOnly}>
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
            "animate-breathe bg-warn": status === "syncing",
            "bg-faint": status === "disconnected",
          })}
        />
        <span className={isIconOnly ? "sr-only" : "min-w-0 truncate"} title={said ?? undefined}>
          {said ?? words[status]}
        </span>
      </div>
    </Tooltip>
  );
}
