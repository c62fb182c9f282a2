import { keySentences } from "#document/text/key-sentences.ts";
import { signedIn } from "../../base.ts";
import { relatedTo } from "../../notes/some-words/related.ts";
import { followUp } from "./follow-up.ts";
import { listActions, removeAction, saveAction } from "./own-actions.ts";
import { runAssistant } from "./run-assistant.ts";
import { suggestFor } from "./suggest.ts";

const { assistant } = signedIn;

export const assistantRoutes = {
  actions: assistant.actions.handler(async ({ context }) => ({
    actions: await listActions(context.db, context.userId),
  })),
  saveAction: assistant.saveAction.handler(({ input, context }) =>
    saveAction(context.db, context.userId, input),
  ),
  removeAction: assistant.removeAction.handler(async ({ input, context }) => {
    await removeAction(context.db, context.userId, input.actionId);
    return {};
  }),
  run: assistant.run.handler(({ input, context, signal }) =>
    runAssistant(context, context.userId, { ...input, signal }),
  ),
  followUp: assistant.followUp.handler(({ input, context }) => followUp(context, context.userId, input)),
  suggest: assistant.suggest.handler(({ input, context }) =>
    suggestFor(context.db, context.userId, input.noteId),
  ),
  related: assistant.related.handler(({ input: { text, noteId }, context }) =>
    relatedTo(context.db, context.userId, { text, known: noteId ? [noteId] : [] }),
  ),
  summarize: assistant.summarize.handler(({ input }) => ({
    sentences: keySentences(input.text, input.sentences),
  })),
};
