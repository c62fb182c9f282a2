import { useState } from "react";
import { meaningOptions } from "../../kernel/meaning/meaning-options.ts";
import { t } from "../../lib/messages/t.ts";
import { queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { failureOf } from "./use-models.ts";

/** Asked, because everything would have to be read again. */
export function TurnOffMeaningDialog({ onClose }: { onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const turnOff = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await rpc.meaning.turnOff({});
      await queryClient.invalidateQueries({ queryKey: meaningOptions().queryKey });
      toast.success(t("Search by meaning is off."));
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={t("Turn off search by meaning?")}
      description={t(
        "What the model made of your text is deleted from this server. Your notes stay as they are. Turned on again, it reads everything again.",
      )}
      isOpen
      onClose={onClose}
      size="small"
    >
      <FormError words={failure} />
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void turnOff()}>
          {t("Turn Off")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
