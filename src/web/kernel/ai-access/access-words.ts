import type { AiAccess } from "#contract/shared/ai-access.ts";
import { t } from "../../lib/messages/t.ts";

export const ACCESS_WORDS: Record<AiAccess, string> = {
  any: t("Any model"),
  local: t("Local models only"),
  none: t("No AI"),
};

/** What is told once it holds. */
export function accessDone(aiAccess: AiAccess, name: string): string {
  if (aiAccess === "none") return t("No AI model may read {name}", { name });
  if (aiAccess === "local") return t("Only local models may read {name}", { name });
  return t("Any AI model may read {name}", { name });
}
