import { useState } from "react";
import { wipeDevice } from "../../kernel/account/local-data.ts";
import { useUser } from "../../platform/session.ts";
import { findUnsent, type Unsent } from "../../kernel/account/sign-out.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { t } from "../../lib/messages/t.ts";

type Question = { unsent: Unsent | null };

export function ClearDeviceSetting() {
  const user = useUser();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const ask = async () => setQuestion({ unsent: await findUnsent() });
  const clear = async () => {
    if (!user) return;
    setIsBusy(true);
    await wipeDevice(user.id);
    location.reload();
  };
  const unsent = question?.unsent ?? null;
  return (
    <>
      <Button onClick={() => void ask()}>{t("Clear this device")}</Button>
      <Dialog
        title={unsent ? t("Some of your work is only on this device") : t("Clear this device?")}
        description={
          unsent
            ? t(
                "Some of your text isn't synced yet, and clearing permanently removes it. Wait until everything is synced.",
              )
            : t("Everything here is also on the server and is downloaded again. The page reloads.")
        }
        isOpen={question !== null}
        onClose={() => setQuestion(null)}
      >
        <DialogActions>
          <Button onClick={() => setQuestion(null)}>{unsent ? t("Wait") : t("Cancel")}</Button>
          <Button look={unsent ? "danger" : "primary"} isBusy={isBusy} onClick={() => void clear()}>
            {unsent ? t("Discard and clear") : t("Clear")}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
