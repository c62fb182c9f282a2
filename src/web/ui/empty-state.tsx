import type { ReactNode } from "react";

/** An empty place teaches one action. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-3 px-6 py-16 text-center">
      <span
        className="grid size-11 place-items-center rounded-md bg-accent-soft text-accent"
        aria-hidden="true"
      >
        {icon}
      </span>
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="text-sm text-balance text-muted">{children}</p>
      {action}
    </div>
  );
}
