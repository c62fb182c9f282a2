import { useParams } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Import } from "#contract/imports.ts";
import { api, queryClient } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { rpc } from "../../platform/rpc.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ChooseFiles } from "./choose-files.tsx";
import { ImportOver } from "./import-over.tsx";
import { ImportPlan } from "./import-plan.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { t } from "../../lib/messages/t.ts";

const LOOK_EVERY_MS = 700;
const isBusy = (status: Import["status"] | undefined) => status === "reading" || status === "making";

export type ImportFlowProps = {
  importId?: string;
  folderId?: string | null;
  /** Chosen already: they are sent at once. */
  files?: File[];
  onClose: () => unknown;
};

/** From choosing files to the report, one step at a time; what is under way goes on when it is closed. */
export function ImportFlow({ importId: given, folderId: into, files, onClose }: ImportFlowProps) {
  const [dropped, setDropped] = useState(files);
  /** The folder on the screen, unless another one is meant. */
  const { folderId: shown } = useParams({ strict: false });
  const folderId = into ?? shown ?? null;
  const [importId, setImportId] = useState<string | null>(given ?? null);
  const [isCancelling, setIsCancelling] = useState(false);
  const { data } = useQuery({
    ...api.imports.get.queryOptions({ input: { importId: importId ?? "" } }),
    // It counts as cancelled at once; what it had made is back in the trash only when the cancelling answers.
    enabled: importId !== null && !isCancelling,
    staleTime: 0,
    refetchInterval: ({ state }) => (isBusy(state.data?.status) ? LOOK_EVERY_MS : false),
  });
  const handleChange = (next: Import) => {
    queryClient.setQueryData(api.imports.get.queryKey({ input: { importId: next.id } }), next);
    void queryClient.invalidateQueries({ queryKey: api.imports.key() });
  };
  const handleCancel = async (found: Import) => {
    setIsCancelling(true);
    await queryClient.cancelQueries({
      queryKey: api.imports.get.queryKey({ input: { importId: found.id } }),
    });
    try {
      handleChange(await rpc.imports.cancel({ importId: found.id }));
    } catch (error) {
      toast.error(errorMessage(error, t("Couldn't cancel the import. Try again.")));
    }
    setIsCancelling(false);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {importId === null ? (
        <ChooseFiles chosen={dropped} onRead={setImportId} />
      ) : !data ? (
        <SkeletonRows count={4} />
      ) : (
        <Step
          found={data}
          folderId={folderId}
          isCancelling={isCancelling}
          onChange={handleChange}
          onCancel={() => void handleCancel(data)}
          onAgain={() => {
            setDropped(undefined);
            setImportId(null);
          }}
          onClose={onClose}
        />
      )}
    </div>
  );
}

type StepProps = {
  found: Import;
  folderId: string | null;
  isCancelling: boolean;
  onChange: (next: Import) => void;
  onCancel: () => void;
  onAgain: () => void;
  onClose: () => void;
};

function Step({ found, folderId, isCancelling, onChange, onCancel, onAgain, onClose }: StepProps) {
  if (found.status === "ready")
    return <ImportPlan found={found} folderId={folderId} onChange={onChange} onClose={onClose} />;
  if (isBusy(found.status) || found.status === "uploading")
    return <ImportProgress found={found} isCancelling={isCancelling} onCancel={onCancel} />;
  return <ImportOver found={found} onChange={onChange} onAgain={onAgain} onClose={onClose} />;
}
