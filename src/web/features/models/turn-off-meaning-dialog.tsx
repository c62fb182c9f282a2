import { meaningOptions } from "../../kernel/meaning/meaning-options.ts";
import { t } from "../../lib/messages/t.ts";
import { queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { toast } from "../../ui/toast-store.ts";
import { SureDialog } from "./sure-dialog.tsx";

/** Asked, because everything would have to be read again. */
export function TurnOffMeaningDialog({ onClose }: { onClose: () => void }) {
  const turnOff = async () => {
    await rpc.meaning.turnOff({});
    await queryClient.invalidateQueries({ queryKey: meaningOptions().queryKey });
    toast.success(t("Search by meaning is off."));
  };
  return (
    <SureDialog
      title={t("Turn off search by meaning?")}
      description={t(
        "What the model made of your text is deleted from this server. Your notes stay as they are. Turned on again, it reads everything again.",
      )}
      action={t("Turn Off")}
      run={turnOff}
      onClose={onClose}
    />
  );
}
