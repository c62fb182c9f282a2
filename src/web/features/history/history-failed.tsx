import { errorCode, isUnreachable } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";

/** Why there is no history to see, in words that are true. */
export function HistoryFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (errorCode(error) === "NOT_FOUND")
    return (
      <p role="alert" className="px-6 py-16 text-center text-sm text-muted">
        Only people who can edit this note see its history.
      </p>
    );
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center text-sm text-muted">
      <p className="max-w-sm text-balance">
        {isUnreachable(error)
          ? "The history is kept on the server, which cannot be reached. Your note and what you write in it now are safe on this device."
          : "The history could not be loaded."}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
