import type { TextOrigin } from "#document/marks/origin.ts";
import type { ShareKind } from "#document/origins/shares.ts";
import { t } from "../../lib/messages/t.ts";

export const KIND_WORDS: Record<ShareKind, string> = {
  typed: t("Typed"),
  pasted: t("Pasted"),
  imported: t("Imported"),
  dictated: t("Dictated"),
  ai: t("AI"),
};

/** How a text came about, in words. */
export function originWords(origin: TextOrigin | null): string {
  if (!origin) return t("Typed");
  const { kind, from, model, prompt } = origin;
  if (kind === "dictated") return t("Dictated");
  if (kind === "pasted") return from ? t("Pasted from {from}", { from }) : t("Pasted");
  if (kind === "imported") return from ? t("Imported from {from}", { from }) : t("Imported");
  if (!model) return t("Written by an AI model");
  return prompt ? t("Written by {model}: “{prompt}”", { model, prompt }) : t("Written by {model}", { model });
}
