import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";

export const models: SettingOfTab[] = [
  {
    tab: "models",
    id: "model-providers",
    label: t("Providers"),
    help: t(
      "Servers of AI models that Cairn may ask for you. Cairn works without any; one for chat answers in Chat, one for quick answers rewrites, explains and continues your text, one for pictures makes pictures from words, those for speech write down what you say and read aloud.",
    ),
    keywords: t("ai llm gpt claude ollama openai anthropic openrouter key image generate picture provider"),
    Control: deferred(async () => (await import("./providers-setting.tsx")).ProvidersSetting),
    isWide: true,
  },
  {
    tab: "models",
    id: "search-by-meaning",
    label: t("Search by meaning"),
    help: t("Finds notes that say what you look for in other words, in search and for Chat's answers."),
    keywords: t("ai embeddings semantic vector index local"),
    Control: deferred(async () => (await import("./meaning-setting.tsx")).MeaningSetting),
    isWide: true,
  },
  {
    tab: "models",
    id: "browser-model",
    label: t("This browser's model"),
    help: t(
      "Some browsers bring a small model that runs on this device. Used here, it answers in Chat and changes your text; nothing is sent to a provider. It is slower and makes more mistakes than large ones.",
    ),
    keywords: t("ai llm browser chrome gemini nano local device offline built-in prompt"),
    Control: deferred(async () => (await import("./browser-model-setting.tsx")).BrowserModelSetting),
  },
  {
    tab: "models",
    id: "model-calls",
    label: t("What was sent"),
    help: t("When, where and how much, for 90 days. Your words are not recorded here."),
    keywords: t("ai log privacy egress tokens usage cost calls"),
    Control: deferred(async () => (await import("./calls-setting.tsx")).CallsSetting),
    isWide: true,
  },
];
