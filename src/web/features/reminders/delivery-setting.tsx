import { t } from "../../lib/messages/t.ts";
import { Switch } from "../../ui/switch.tsx";
import { chooseReminders, useReminderChoices } from "./reminder-choices.ts";
import { SendTest } from "./send-test.tsx";

export function DeliverySetting() {
  const { inApp = true, email = false } = useReminderChoices();
  return (
    <div className="flex flex-col items-start gap-3">
      <Switch
        label={t("Keep in the notifications")}
        isOn={inApp}
        onChange={(isOn) => void chooseReminders({ inApp: isOn })}
      />
      <Switch
        label={t("Send to my email address")}
        isOn={email}
        onChange={(isOn) => void chooseReminders({ email: isOn })}
      />
      {email && <SendTest channel="email" label={t("Send a test email")} />}
    </div>
  );
}
