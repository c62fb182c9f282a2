import { clsx } from "clsx";
import type { RehearsalMark } from "#contract/rehearsals.ts";
import { MARK_WORDS } from "./places.ts";

/** What differs from how it really is, in words. */
export function MarkChips({ marks, className }: { marks: readonly RehearsalMark[]; className?: string }) {
  if (marks.length === 0) return null;
  return (
    <span className={clsx("flex flex-wrap gap-1", className)}>
      {marks.map((mark) => (
        <span
          key={mark}
          className={clsx(
            "rounded-sm px-1.5 text-xs leading-5",
            mark === "removed" ? "bg-pressed text-warn" : "bg-accent-soft text-accent",
          )}
        >
          {MARK_WORDS[mark]}
        </span>
      ))}
    </span>
  );
}
