import { usePreferences } from "../../kernel/workspace/frame.ts";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { t } from "../../lib/messages/t.ts";
import { Select } from "../../ui/overlay/select.tsx";

/** Whose clock is shown beside the account's, in day and week. */
export function SecondZone() {
  const chosen = usePreferences()?.settings.secondTimeZone ?? "";
  return (
    <div className="px-2 pt-4">
      <Select
        label={t("Second time zone")}
        value={chosen}
        onChange={(event) =>
          void changePreferences({ settings: { secondTimeZone: event.target.value || null } })
        }
      >
        <option value="">{t("None")}</option>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </Select>
    </div>
  );
}
