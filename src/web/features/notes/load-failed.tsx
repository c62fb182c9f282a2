import { Button } from "../../ui/button.tsx";

/** What a list says that neither the server nor this device has. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center text-sm text-muted">
      <p>The notes could not be loaded.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
