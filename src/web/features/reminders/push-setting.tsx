import { useEffect, useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { type PushState, pushState, startPush, stopPush } from "../../platform/device/push.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { chooseReminders, useReminderChoices } from "./reminder-choices.ts";
import { SendTest } from "./send-test.tsx";

const FAILED = {
  blocked: t(
    "Notifications are blocked for this site. Allow them in the browser's settings, then try again.",
  ),
  unreachable: t(
    "The browser couldn't reach its push service. Check your connection, or use email or a webhook.",
  ),
};

export function PushSetting() {
  const [state, setState] = useState<PushState | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { push = true } = useReminderChoices();
  useEffect(() => void pushState().then(setState), []);
  const change = async (work: () => Promise<"done" | keyof typeof FAILED | void>) => {
    setIsBusy(true);
    setFailure(null);
    try {
      const how = await work();
      if (how && how !== "done") setFailure(FAILED[how]);
      else if (how === "done" && !push) await chooseReminders({ push: true });
    } catch (error) {
      setFailure(failureWords(error, t("This browser couldn't be registered.")));
    }
    setState(await pushState());
    setIsBusy(false);
  };
  if (state === null) return null;
  if (state === "impossible")
    return (
      <p className="text-sm text-muted">
        {isSecureContext
          ? t("Your browser doesn't support push messages.")
          : t("Push messages need a secure connection. Open Cairn over https or at localhost.")}
      </p>
    );
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm" role="status">
        {state === "on" ? t("On in this browser.") : t("Off in this browser.")}
      </p>
      <Button isBusy={isBusy} onClick={() => void change(state === "on" ? stopPush : startPush)}>
        {state === "on" ? t("Turn Off Push Messages") : t("Turn On Push Messages")}
      </Button>
      {state === "on" && <SendTest channel="push" label={t("Send a test push message")} />}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
