import type { ModelKind } from "#contract/shared/model-choices.ts";
import { t } from "../../lib/messages/t.ts";

export type Preset = { id: string; name: string; kind: ModelKind; url: string; needsKey: boolean };

/** Where well-known providers and servers are found, by their own names. */
export const PRESETS: Preset[] = [
  { id: "openai", name: "OpenAI", kind: "openai", url: "https://api.openai.com/v1", needsKey: true },
  {
    id: "anthropic",
    name: "Anthropic",
    kind: "anthropic",
    url: "https://api.anthropic.com/v1",
    needsKey: true,
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    kind: "openai",
    url: "https://openrouter.ai/api/v1",
    needsKey: true,
  },
  { id: "ollama", name: "Ollama", kind: "openai", url: "http://localhost:11434/v1", needsKey: false },
  { id: "lmstudio", name: "LM Studio", kind: "openai", url: "http://localhost:1234/v1", needsKey: false },
  { id: "llamacpp", name: "llama.cpp", kind: "openai", url: "http://localhost:8080/v1", needsKey: false },
  { id: "vllm", name: "vLLM", kind: "openai", url: "http://localhost:8000/v1", needsKey: false },
];

export const OTHER: Preset = { id: "other", name: t("Other"), kind: "openai", url: "", needsKey: false };
