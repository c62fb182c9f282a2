import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Import } from "#contract/imports.ts";
import { api, queryClient } from "../../lib/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ChooseFiles } from "./choose-files.tsx";
import { ImportOver } from "./import-over.tsx";
import { ImportPlan } from "./import-plan.tsx";
import { ImportProgress } from "./import-progress.tsx";

const LOOK_EVERY_MS = 700;
const isBusy = (status: Import["status"] | undefined) => status === "reading" || status === "making";

type ImportDialogProps = { importId?: string; folderId?: string | null; onClose: () => void };

/** From choosing files to the report, one step at a time; what is under way goes on when it is closed. */
export function ImportDialog({ importId: given, folderId = null, onClose }: ImportDialogProps) {
  const [importId, setImportId] = useState<string | null>(given ?? null);
  const { data } = useQuery({
    ...api.imports.get.queryOptions({ input: { importId: importId ?? "" } }),
    enabled: importId !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (isBusy(state.data?.status) ? LOOK_EVERY_MS : false),
  });
  const handleChange = (next: Import) => {
    queryClient.setQueryData(api.imports.get.queryKey({ input: { importId: next.id } }), next);
    void queryClient.invalidateQueries({ queryKey: api.imports.key() });
  };
  return (
    <Dialog title="Import" isOpen onClose={onClose} isLarge>
      <div className="flex h-full flex-col">
        {importId === null ? (
          <ChooseFiles onRead={setImportId} />
        ) : !data ? (
          <SkeletonRows count={4} />
        ) : (
          <Step
            found={data}
            folderId={folderId}
            onChange={handleChange}
            onAgain={() => setImportId(null)}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

type StepProps = {
  found: Import;
  folderId: string | null;
  onChange: (next: Import) => void;
  onAgain: () => void;
  onClose: () => void;
};

function Step({ found, folderId, onChange, onAgain, onClose }: StepProps) {
  if (found.status === "ready")
    return <ImportPlan found={found} folderId={folderId} onChange={onChange} onClose={onClose} />;
  if (isBusy(found.status) || found.status === "uploading")
    return <ImportProgress found={found} onChange={onChange} />;
  return <ImportOver found={found} onChange={onChange} onAgain={onAgain} onClose={onClose} />;
}
