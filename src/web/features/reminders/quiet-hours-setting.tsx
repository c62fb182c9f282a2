import { t } from "../../lib/messages/t.ts";
import { inputClass } from "../../ui/field.tsx";
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

type TimeInputProps = { label: string; value: string; onChange: (time: string) => void };

/** Taken when it is left, so that a half typed hour is none. */
function TimeInput({ label, value, onChange }: TimeInputProps) {
  return (
    <label className="inline-flex items-center gap-2">
      {label}
      <input
        key={value}
        type="time"
        defaultValue={value}
        onBlur={(event) => {
          const time = event.target.value;
          if (time && time !== value) onChange(time);
        }}
        className={`${inputClass} h-9 w-auto`}
      />
    </label>
  );
}
