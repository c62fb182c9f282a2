import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { useModelsTextDefault } from "./models-text-default.ts";
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
  {
    tab: "models",
    id: "chat-origins",
    label: t("Where Chat looks"),
    help: t(
      "Text in notes that AI models wrote is marked when you accept it. Chat can answer from the rest alone.",
    ),
    keywords: t("ai provenance origins human sources"),
    Control: deferred(async () => (await import("./models-text-setting.tsx")).ModelsTextSetting),
    useDefault: useModelsTextDefault,
  },
];
