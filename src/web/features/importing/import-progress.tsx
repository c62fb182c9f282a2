import { useState } from "react";
import type { Import } from "#contract/imports.ts";
import { errorMessage } from "../../lib/rpc-errors.ts";
import { rpc } from "../../lib/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { progressWords } from "./import-words.ts";
import { ProgressBar } from "./progress-bar.tsx";

type ImportProgressProps = { found: Import; onChange: (next: Import) => void };

/** The second and the fourth step: the server works. */
export function ImportProgress({ found, onChange }: ImportProgressProps) {
  const [isCancelling, setIsCancelling] = useState(false);
  const handleCancel = async () => {
    setIsCancelling(true);
    try {
      onChange(await rpc.imports.cancel({ importId: found.id }));
    } catch (error) {
      toast.error(errorMessage(error, "The import could not be cancelled. Try again."));
      setIsCancelling(false);
    }
  };
  const { done = 0, total = 0 } = found.progress ?? {};
  return (
    <div className="flex flex-col gap-4 py-6">
      <ProgressBar label={found.name} value={done} max={total} words={progressWords(found)} />
      <p role="status" className="text-sm text-muted">
        {found.status === "making"
          ? "Notes are being made. You can close this; it goes on."
          : "Looking at what is in it. Nothing is made yet."}
      </p>
      <div>
        <Button isBusy={isCancelling} onClick={() => void handleCancel()}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
