import { Check, CircleAlert, Clock, Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import type { PartState } from "#contract/changesets.ts";

const FACES = {
  proposed: [Clock, "text-faint"],
  refused: [X, "text-muted"],
  applied: [Check, "text-good"],
  changed: [CircleAlert, "text-warn"],
  undone: [Undo2, "text-muted"],
  merged: [Undo2, "text-muted"],
  kept: [CircleAlert, "text-warn"],
  gone: [CircleAlert, "text-warn"],
} as const;

/** How a link to the place of a change looks. */
export const placeLink =
  "inline-flex items-center rounded-md text-accent hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11";

/** What has become of a change, and what leads to its place. */
export function StateLine({
  state,
  words,
  children,
}: {
  state: PartState;
  words: string;
  children?: ReactNode;
}) {
  const [Icon, color] = FACES[state];
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm text-muted">
      <Icon size={14} className={`shrink-0 ${color}`} aria-hidden="true" />
      <span role="status" className="line-clamp-2 max-w-[calc(100%-22px)] wrap-anywhere">
        {words}
      </span>
      {children}
    </div>
  );
}
