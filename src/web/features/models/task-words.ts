import type { ModelTask } from "#contract/shared/model-choices.ts";
import { t } from "../../lib/messages/t.ts";

/** What each task is called, and what it is for. */
export const TASK_WORDS: Record<ModelTask, { label: string; help: string }> = {
  chat: { label: t("Chat"), help: t("Answers and longer texts") },
  quick: { label: t("Quick answers"), help: t("Short, cheap and fast") },
  embeddings: { label: t("Embeddings"), help: t("Finds what is alike in meaning") },
  image: { label: t("Pictures"), help: t("Makes pictures from words") },
  speechIn: { label: t("Speech to text"), help: t("Writes down what you say") },
  speechOut: { label: t("Text to speech"), help: t("Reads aloud") },
};

export const TASK_ORDER = Object.keys(TASK_WORDS) as ModelTask[];
