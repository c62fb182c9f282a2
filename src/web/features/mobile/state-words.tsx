import { useStateWords } from "../../ui/state-line.ts";

/** What has just been done, for a moment and under the title, where no sidebar has a line for it. */
export function StateWords() {
  const said = useStateWords(true);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-[calc(env(safe-area-inset-top)+3rem)] z-30"
    >
      {said && (
        <p className="truncate rounded-md border border-line bg-raised px-3 py-1.5 text-center text-xs text-muted shadow-sm">
          {said}
        </p>
      )}
    </div>
  );
}
