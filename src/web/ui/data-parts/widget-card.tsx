import { clsx } from "clsx";
import { useId, type ReactNode } from "react";
import { t } from "../../lib/messages/t.ts";

/** Columns of twelve, and the height in steps of 8 px. */
const SIZES = {
  S: "col-span-12 sm:col-span-6 lg:col-span-3 min-h-40",
  M: "col-span-12 lg:col-span-6 min-h-56",
  L: "col-span-12 min-h-72",
};

type WidgetCardProps = {
  title: string;
  size: keyof typeof SIZES;
  /** At the end of the head: one, to all of it. */
  link?: ReactNode;
  /** What it shows is nobody's own. */
  isSample?: boolean;
  children: ReactNode;
};

/** One widget of the dashboard: a quiet panel in a grid of twelve columns. */
export function WidgetCard({ title, size, link, isSample = false, children }: WidgetCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx("flex min-w-0 flex-col rounded-md border border-line bg-panel p-4", SIZES[size])}
    >
      <header className="flex min-h-6 items-center gap-2">
        <h3 id={id} className="min-w-0 truncate text-sm font-semibold">
          {title}
        </h3>
        {isSample && (
          <span className="shrink-0 rounded-full bg-pressed px-2 py-0.5 text-xs text-muted">
            {t("Sample")}
          </span>
        )}
        {link && <span className="ms-auto shrink-0 text-sm text-accent">{link}</span>}
      </header>
      <div className="mt-3 min-h-0 flex-1">{children}</div>
    </section>
  );
}
