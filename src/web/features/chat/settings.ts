import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";

export const chat: SettingOfTab[] = [
  {
    tab: "models",
    id: "memories",
    label: t("What Chat keeps in mind"),
    help: t(
      "It goes to the model with your questions. Say “remember that ...” in a chat, or write it here. Without a model it is only kept.",
    ),
    keywords: t("ai memory remember forget personal instructions"),
    Control: deferred(async () => (await import("./memories/memories-setting.tsx")).MemoriesSetting),
    isWide: true,
  },
];
