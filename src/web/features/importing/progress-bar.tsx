type ProgressBarProps = { label: string; value: number; max: number; words: string };

/** How far something is, in a bar and in words. */
export function ProgressBar({ label, value, max, words }: ProgressBarProps) {
  const percent = max > 0 ? Math.min(100, Math.round((100 * value) / max)) : undefined;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="min-w-0 truncate font-medium">{label}</span>
        <span className="text-muted tabular-nums">{words}</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        className="h-2 overflow-hidden rounded-full bg-pressed"
      >
        <div
          className={`h-full rounded-full bg-accent-fill transition-[width] ${percent === undefined ? "animate-pulse" : ""}`}
          style={{ width: `${percent ?? 100}%` }}
        />
      </div>
    </div>
  );
}
