import { t } from "../../lib/messages/t.ts";
import { TimeInput } from "../../ui/dates/time-input.tsx";
import { Switch } from "../../ui/switch.tsx";
import { chooseReminders, useReminderChoices } from "./reminder-choices.ts";

const NIGHT = { from: "22:00", to: "07:00" };

export function QuietHoursSetting() {
  const { quietHours = null } = useReminderChoices();
  const choose = (change: Partial<typeof NIGHT>) =>
    void chooseReminders({ quietHours: { ...(quietHours ?? NIGHT), ...change } });
  return (
    <div className="flex flex-col items-start gap-3">
      <Switch
        label={t("Keep quiet hours")}
        isOn={quietHours !== null}
        onChange={(isOn) => void chooseReminders({ quietHours: isOn ? NIGHT : null })}
      />
      {quietHours && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <TimeInput label={t("From")} value={quietHours.from} onChange={(from) => choose({ from })} />
          <TimeInput label={t("To")} value={quietHours.to} onChange={(to) => choose({ to })} />
        </div>
      )}
    </div>
  );
}
