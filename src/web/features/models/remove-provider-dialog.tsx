import type { ModelProvider } from "#contract/models.ts";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { toast } from "../../ui/toast-store.ts";
import { SureDialog } from "./sure-dialog.tsx";
import { refreshModels } from "./use-models.ts";

type RemoveProviderDialogProps = { provider: ModelProvider; onClose: () => void };

/** Asked, because it can't be undone: no browser has the key to put it back. */
export function RemoveProviderDialog({ provider: { id, name }, onClose }: RemoveProviderDialogProps) {
  const remove = async () => {
    await rpc.models.remove({ providerId: id });
    await refreshModels();
    toast.success(t("“{name}” was removed.", { name }));
  };
  return (
    <SureDialog
      title={t("Remove “{name}”?", { name })}
      description={t(
        "Its key is deleted from this server, so this can't be undone. Your notes stay as they are.",
      )}
      action={t("Remove")}
      run={remove}
      onClose={onClose}
    />
  );
}
