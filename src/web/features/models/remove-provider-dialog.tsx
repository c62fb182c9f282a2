import { useState } from "react";
import type { ModelProvider } from "#contract/models.ts";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { failureOf, refreshModels } from "./use-models.ts";

/** Asked, because it can't be undone: no browser has the key to put it back. */
export function RemoveProviderDialog({
  provider,
  onClose,
}: {
  provider: ModelProvider;
  onClose: () => void;
}) {
  const { id, name } = provider;
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await rpc.models.remove({ providerId: id });
      await refreshModels();
      toast.success(t("“{name}” was removed.", { name }));
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={t("Remove “{name}”?", { name })}
      description={t(
        "Its key is deleted from this server, so this can't be undone. Your notes stay as they are.",
      )}
      isOpen
      onClose={onClose}
      size="small"
    >
      <FormError words={failure} />
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void remove()}>
          {t("Remove")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
