import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";

export const ownActions: SettingOfTab[] = [
  {
    tab: "models",
    id: "assistant-actions",
    label: t("Your actions on text"),
    help: t(
      "What AI should do with text you select, under names of your own. They are in the menu of the selection.",
    ),
    keywords: t("ai prompt instruction custom selection assistant share import export"),
    Control: deferred(async () => (await import("./own-actions-setting.tsx")).OwnActionsSetting),
    isWide: true,
  },
];
