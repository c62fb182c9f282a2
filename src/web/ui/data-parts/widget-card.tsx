import { clsx } from "clsx";
import { useId, type ReactNode, type Ref } from "react";
import { t } from "../../lib/messages/t.ts";

type WidgetCardProps = {
  title: ReactNode;
  /** At the end of the head: one, to all of it. */
  link?: ReactNode;
  /** What it shows is nobody's own. */
  isSample?: boolean;
  /** Before the title and behind the link, while the dashboard is edited. */
  grip?: ReactNode;
  tools?: ReactNode;
  ref?: Ref<HTMLElement>;
  className?: string;
  slot?: string;
  children: ReactNode;
};

/** One widget of a dashboard: a quiet panel as large as its place. What does not fit is scrolled to. */
export function WidgetCard({
  title,
  link,
  isSample = false,
  grip,
  tools,
  ref,
  className,
  slot,
  children,
}: WidgetCardProps) {
  const id = useId();
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      data-slot={slot}
      className={clsx(
        "widget-card @container flex h-full min-h-0 min-w-0 flex-col rounded-md border border-line bg-panel",
        className,
      )}
    >
      <header className={clsx("flex min-h-10 shrink-0 items-center gap-2 ps-4 pe-3", grip && "ps-1!")}>
        {grip}
        <h2 id={id} className="min-w-0 truncate text-sm font-semibold">
          {title}
        </h2>
        {isSample && (
          <span className="shrink-0 rounded-full bg-pressed px-2 py-0.5 text-xs text-muted">
            {t("Sample")}
          </span>
        )}
        {link && <span className="ms-auto shrink-0 text-sm text-accent">{link}</span>}
        {tools && <span className={clsx("flex shrink-0 items-center", !link && "ms-auto")}>{tools}</span>}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-3">{children}</div>
    </section>
  );
}
