import type { ReactNode } from "react";

/** Lies over a corner of the page, moves nothing and takes no focus: it can wait. */
export function NoticeCard({
  label,
  children,
  actions,
}: {
  label: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      data-modeless
      className="fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+4.75rem)] z-30 rounded-lg border border-line-strong bg-raised p-4 text-sm shadow-[var(--shadow)] sm:inset-x-auto sm:bottom-4 sm:left-4 sm:w-84"
    >
      {children}
      <div className="mt-3 flex flex-wrap justify-end gap-2">{actions}</div>
    </section>
  );
}
