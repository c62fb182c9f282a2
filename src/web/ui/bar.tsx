import { clsx } from "clsx";

type BarProps = {
  label: string;
  part: number;
  as: "meter" | "progressbar";
  isHigh?: boolean;
  className?: string;
};

/** How much of a whole there is, as a line. */
export function Bar({ label, part, as, isHigh = false, className }: BarProps) {
  const share = Math.max(0, Math.min(1, part));
  return (
    <div
      role={as}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className={clsx("h-1.5 overflow-hidden rounded-full bg-pressed", className)}
    >
      <div
        className={clsx("h-full rounded-full", isHigh ? "bg-danger-fill" : "bg-accent-fill")}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
