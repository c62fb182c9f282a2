import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { useThisDevice } from "../../platform/device/device-kind.ts";
import { SiteSetting } from "./site-setting.tsx";
import { t } from "../../lib/messages/t.ts";

/** Only a phone or a tablet has a mobile app to choose. */
export const mobile: SettingOfTab[] = useThisDevice.getState().isMobile
  ? [
      {
        tab: "appearance",
        id: "site",
        label: t("Version on this device"),
        help: t("The mobile app is made for touch. The desktop site looks the same as on a computer."),
        keywords: t("mobile desktop phone tablet version app"),
        Control: SiteSetting,
      },
    ]
  : [];
