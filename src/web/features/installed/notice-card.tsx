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
      className="fixed right-3 bottom-[calc(env(safe-area-inset-bottom)+4.75rem)] left-[calc(12%+0.75rem)] z-30 rounded-md border border-line-strong bg-raised p-4 text-sm shadow-pop sm:bottom-4 sm:left-auto sm:w-84"
    >
      {children}
      <div className="mt-3 flex flex-wrap justify-end gap-2">{actions}</div>
    </section>
  );
}
