import { clsx } from "clsx";
import { ChevronDown, ChevronUp, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { dataColor, type DataColor } from "./data-color.ts";
import { t } from "../../lib/messages/t.ts";

/** In the colors and the order of the specification. */
const PRIORITIES = {
  high: { icon: ChevronUp, color: "text-danger", words: t("High priority") },
  medium: { icon: Minus, color: "text-warn", words: t("Medium priority") },
  low: { icon: ChevronDown, color: "text-good", words: t("Low priority") },
};

type ItemRowProps = {
  title: string;
  /** A task has a box, an event a time: "9:30 AM", "All day". */
  lead: { isDone: boolean; onToggle: (isDone: boolean) => void; isFixed?: boolean } | { time: string };
  /** When it is due or takes place, in the words of lib/dates.ts; they say themselves that it's late, since a color alone tells nobody. */
  date?: { words: string; isLate?: boolean };
  project?: { name: string; color: DataColor };
  priority?: keyof typeof PRIORITIES;
  /** The title as a link to it; plain words without. */
  renderTitle?: (title: ReactNode, className: string) => ReactNode;
};

/** A task or an event, the same in notes, lists, widgets, calendar and search. */
export function ItemRow({ title, lead, date, project, priority, renderTitle }: ItemRowProps) {
  const isTask = "onToggle" in lead;
  const isDone = isTask && lead.isDone;
  const titleClass = clsx("min-w-0 flex-1 truncate", isDone && "text-muted line-through");
  return (
    <div className="flex min-h-9 min-w-0 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11">
      {isTask ? (
        <label className="tap grid size-6 shrink-0 place-items-center">
          <input
            type="checkbox"
            checked={lead.isDone}
            disabled={lead.isFixed}
            onChange={(event) => lead.onToggle(event.target.checked)}
            aria-label={t("Done: {title}", { title })}
            className="size-4 accent-(--accent-fill)"
          />
        </label>
      ) : (
        <span className="w-16 shrink-0 truncate text-muted tabular-nums">{lead.time}</span>
      )}
      {renderTitle ? renderTitle(title, titleClass) : <span className={titleClass}>{title}</span>}
      {priority && <Priority of={priority} />}
      {project && (
        <span className="flex min-w-0 shrink-[2] items-center gap-1.5 text-xs text-muted">
          <span
            aria-hidden="true"
            className="size-2 shrink-0 rounded-full forced-color-adjust-none"
            style={{ background: dataColor(project.color) }}
          />
          <bdi className="max-w-32 truncate">{project.name}</bdi>
        </span>
      )}
      {date && (
        <span
          title={date.words}
          className={clsx(
            "max-w-[60%] shrink-0 truncate rounded-md px-1.5 py-0.5 text-xs tabular-nums",
            date.isLate ? "bg-danger-soft text-danger" : "bg-pressed text-muted",
          )}
        >
          {date.words}
        </span>
      )}
    </div>
  );
}

export function Priority({ of }: { of: keyof typeof PRIORITIES }) {
  const { icon: Icon, color, words } = PRIORITIES[of];
  return (
    <span title={words} className={clsx("shrink-0", color)}>
      <Icon size={15} strokeWidth={2.5} role="img" aria-label={words} />
    </span>
  );
}
