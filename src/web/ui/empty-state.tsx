import type { ReactNode } from "react";

/** An empty place teaches one action. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  level = 2,
  isOnCard = false,
}: {
  icon: ReactNode;
  title: string;
  /** Of its heading: 3 within a section that has one. */
  level?: 2 | 3;
  /** Where there is less room. */
  isOnCard?: boolean;
  children: ReactNode;
  action?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={`mx-auto flex max-w-sm flex-col items-center gap-3 px-6 text-center ${isOnCard ? "py-4" : "py-16"}`}
    >
      <span
        className="grid size-11 place-items-center rounded-md bg-accent-soft text-accent"
        aria-hidden="true"
      >
        {icon}
      </span>
      <Heading className="text-lg font-semibold">{title}</Heading>
      <p className="text-sm text-balance text-muted">{children}</p>
      {action}
    </div>
  );
}
