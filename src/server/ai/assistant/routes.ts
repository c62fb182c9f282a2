import { keySentences } from "#document/text/key-sentences.ts";
import { signedIn } from "../../base.ts";
import { runAssistant } from "./run-assistant.ts";

const { assistant } = signedIn;

export const assistantRoutes = {
  run: assistant.run.handler(({ input, context, signal }) =>
    runAssistant(context, context.userId, { ...input, signal }),
  ),
  summarize: assistant.summarize.handler(({ input }) => ({
    sentences: keySentences(input.text, input.sentences),
  })),
};
