import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { t } from "../lib/messages/t.ts";

/** True once a component has stood longer than a person notices: before 150 ms an empty place is calmer than a flash. */
function useIsSlow(after = 150): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return isSlow;
}

/** Grey rows in the place of rows to come. */
export function SkeletonRows({ count = 6, className }: { count?: number; className?: string }) {
  const isSlow = useIsSlow();
  return (
    <div role="status" aria-label={t("Loading")} className={clsx("flex flex-col", className)}>
      {isSlow &&
        Array.from({ length: count }, (_, index) => (
          <div
            key={index}
            className="flex h-14 animate-breathe flex-col justify-center gap-2 px-3"
            aria-hidden="true"
          >
            <span
              className={clsx(
                "h-3 rounded-md bg-pressed",
                index % 3 === 0 ? "w-2/5" : index % 3 === 1 ? "w-3/5" : "w-1/2",
              )}
            />
            <span className="h-2.5 w-4/5 rounded-md bg-hover" />
          </div>
        ))}
    </div>
  );
}
