import { keySentences } from "#document/text/key-sentences.ts";
import { signedIn } from "../../base.ts";
import { relatedTo } from "../../notes/some-words/related.ts";
import { runAssistant } from "./run-assistant.ts";

const { assistant } = signedIn;

export const assistantRoutes = {
  run: assistant.run.handler(({ input, context, signal }) =>
    runAssistant(context, context.userId, { ...input, signal }),
  ),
  related: assistant.related.handler(({ input: { text, noteId }, context }) =>
    relatedTo(context.db, context.userId, { text, known: noteId ? [noteId] : [] }),
  ),
  summarize: assistant.summarize.handler(({ input }) => ({
    sentences: keySentences(input.text, input.sentences),
  })),
};
