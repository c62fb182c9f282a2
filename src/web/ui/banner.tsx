import { clsx } from "clsx";
import type { ReactNode } from "react";

type BannerProps = { tone: "accent" | "warn" | "danger"; children: ReactNode; action?: ReactNode };

const tones = {
  accent: "bg-accent-soft border-accent/30",
  warn: "bg-warn-soft border-warn/40",
  danger: "bg-danger-soft border-danger/40",
};

/** A line across the page that stays until its reason is gone. */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={clsx("flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2 text-sm", tones[tone])}
    >
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  );
}
