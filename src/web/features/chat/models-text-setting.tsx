import { t } from "../../lib/messages/t.ts";
import { Switch } from "../../ui/switch.tsx";
import { leaveOutModels, useLeavesOutModels } from "./models-text-default.ts";

export function ModelsTextSetting() {
  const isLeftOut = useLeavesOutModels();
  return (
    <Switch
      label={t("Leave out what models wrote")}
      isOn={isLeftOut}
      onChange={(isOn) => void leaveOutModels(isOn)}
    />
  );
}
