import { AwaitPart, lazyPart } from "../../ui/deferred.tsx";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { confirmed } from "../../kernel/account/confirm-identity.ts";
import { settle } from "../../kernel/failed-changes.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { refreshSecurity, sayFailure, useSecurity } from "./use-security.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

// The QR code's drawing is needed once in a lifetime.
const SetUpSteps = lazyPart(async () => (await import("./totp-setup.tsx")).TotpSetup);

type Open =
  | { what: "set-up"; secret: string; uri: string }
  | { what: "codes"; codes: string[] }
  | { what: "turn-off" };

/** What marks the buttons when what they do failed. */
const TWO_STEP = "two-step-sign-in";

export function TwoStepSetting() {
  const { data: status } = useSecurity();
  const [open, setOpen] = useState<Open | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (!status) return null;
  const run = async (work: () => Promise<void>) => {
    settle(TWO_STEP);
    setIsBusy(true);
    await work().catch((error: unknown) => sayFailure(error, TWO_STEP, () => run(work)));
    await refreshSecurity();
    setIsBusy(false);
  };
  const setUp = () =>
    run(async () => setOpen({ what: "set-up", ...(await confirmed(() => rpc.security.setUpTotp({}))) }));
  const renew = () =>
    run(async () => {
      const { backupCodes } = await confirmed(() => rpc.security.renewBackupCodes({}));
      setOpen({ what: "codes", codes: backupCodes });
    });
  const turnOff = () =>
    run(async () => {
      await confirmed(() => rpc.security.disableTotp({}));
      toast.success(t("Two-step sign-in is off."));
      setOpen(null);
    });
  const close = () => setOpen(null);
  return (
    <div className="flex flex-col items-start gap-3">
      <Words hasTotp={status.hasTotp} left={status.backupCodesLeft} />
      <div className="flex flex-wrap items-center gap-2">
        {status.hasTotp ? (
          <>
            <Button isBusy={isBusy} onClick={() => void renew()}>
              {t("New backup codes")}
            </Button>
            <Button look="quiet" onClick={() => setOpen({ what: "turn-off" })}>
              {t("Turn off")}
            </Button>
          </>
        ) : (
          <Button isBusy={isBusy} onClick={() => void setUp()}>
            {t("Set up an authenticator app")}
          </Button>
        )}
        <RetryMark id={TWO_STEP} />
      </div>
      <Dialog title={t("Set up an authenticator app")} isOpen={open?.what === "set-up"} onClose={close}>
        {open?.what === "set-up" && (
          <AwaitPart>
            <SetUpSteps
              secret={open.secret}
              uri={open.uri}
              onCancel={close}
              onDone={(codes) => {
                void refreshSecurity();
                setOpen({ what: "codes", codes });
              }}
            />
          </AwaitPart>
        )}
      </Dialog>
      <Dialog title={t("Save your backup codes")} isModalOnly isOpen={open?.what === "codes"} onClose={close}>
        {open?.what === "codes" && <BackupCodes codes={open.codes} onDone={close} />}
      </Dialog>
      <Dialog
        title={t("Turn two-step sign-in off?")}
        description={t(
          "Anyone who learns your password can then sign in. The app's codes and your backup codes stop working.",
        )}
        isOpen={open?.what === "turn-off"}
        onClose={close}
      >
        <DialogActions>
          <Button onClick={close}>{t("Keep on")}</Button>
          <Button look="danger" isBusy={isBusy} onClick={() => void turnOff()}>
            {t("Turn off")}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}

function Words({ hasTotp, left }: { hasTotp: boolean; left: number }) {
  const Icon = hasTotp ? ShieldCheck : ShieldOff;
  return (
    <p className="flex items-start gap-2 text-sm">
      <Icon
        size={17}
        className={`mt-px shrink-0 ${hasTotp ? "text-good" : "text-faint"}`}
        aria-hidden="true"
      />
      {hasTotp
        ? plural(left, {
            one: "On. {count} backup code is left.",
            other: "On. {count} backup codes are left.",
          })
        : t("Off")}
    </p>
  );
}
