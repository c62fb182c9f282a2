import type { Changeset } from "#contract/changesets.ts";
import { t } from "../../lib/messages/t.ts";

type Source = Changeset["source"];
const SOURCE_WORDS: Record<Source["kind"], string> = {
  api: t("From a program"),
  chat: t("From Chat"),
  agent: t("From an agent"),
  mcp: t("From a connected AI app"),
  import: t("From an import"),
  bulk: t("From a bulk action"),
  rehearsal: t("A rehearsal"),
};

export const sourceWords = ({ kind, model }: Source): string =>
  model ? t("{source}, by {model}", { source: SOURCE_WORDS[kind], model }) : SOURCE_WORDS[kind];
