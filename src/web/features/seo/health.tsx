import { clsx } from "clsx";
import { t } from "../../lib/messages/t.ts";

const GOOD = 80;
const FAIR = 50;

const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS;

/** How healthy a page is, as a number and as a ring; null: not checked yet. */
export function Health({ value, isLarge = false }: { value: number | null; isLarge?: boolean }) {
  const color =
    value === null ? "text-faint" : value >= GOOD ? "text-good" : value >= FAIR ? "text-warn" : "text-danger";
  return (
    <span
      role="img"
      aria-label={value === null ? t("Not checked yet") : t("Health {value} of 100", { value })}
      className={clsx("relative grid shrink-0 place-items-center", isLarge ? "size-16" : "size-10", color)}
    >
      <svg viewBox="0 0 36 36" className="absolute inset-0 -rotate-90" aria-hidden="true">
        <circle cx="18" cy="18" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="3" />
        {value !== null && (
          <circle
            cx="18"
            cy="18"
            r={RADIUS}
            fill="none"
            stroke="currentColor"
            strokeWidth="3"
            strokeLinecap="round"
            strokeDasharray={`${(value / 100) * ROUND} ${ROUND}`}
          />
        )}
      </svg>
      <span
        className={clsx("font-semibold text-ink tabular-nums", isLarge ? "text-xl" : "text-xs")}
        aria-hidden="true"
      >
        {value ?? "–"}
      </span>
    </span>
  );
}
