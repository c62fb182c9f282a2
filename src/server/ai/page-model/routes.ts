import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import { type Context, signedIn } from "../../base.ts";
import { knownZone } from "../providers/known-zone.ts";
import { addWords } from "./add-words.ts";
import { cleanText, prepareText } from "./page-text.ts";
import { prepareAnswer } from "./prepare-answer.ts";

const { pageModel } = signedIn;

const QUESTIONS: Limit = { max: 120, windowMinutes: 10 };
const mayAsk = ({ db, userId }: Context & { userId: string }) =>
  consumeAttempt(db.authPool, `page-model:${userId}`, QUESTIONS);

export const pageModelRoutes = {
  prepareAnswer: pageModel.prepareAnswer.handler(async ({ input, context }) => {
    await mayAsk(context);
    const { answerId, timeZone = "UTC" } = input;
    return {
      messages: await prepareAnswer(context, context.userId, { answerId, timeZone: knownZone(timeZone) }),
    };
  }),
  addWords: pageModel.addWords.handler(async ({ input, context }) => ({
    isWanted: await addWords(context.db, context.userId, input),
  })),
  prepareText: pageModel.prepareText.handler(async ({ input, context }) => {
    await mayAsk(context);
    return prepareText(context.db, context.userId, input);
  }),
  cleanText: pageModel.cleanText.handler(async ({ input, context }) => ({
    text: await cleanText(context.db, context.userId, input),
  })),
};
