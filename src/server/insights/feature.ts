import { MOST_WORD_ROWS } from "#contract/shared/word-origins.ts";
import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";
import {
  importWordHours,
  importWords,
  removeImportedWordHours,
  removeImportedWords,
} from "./import-words.ts";
import { overviewOf } from "./overview.ts";
import { listWords } from "./words.ts";

const { insights } = signedIn;

export const insightsFeature = defineFeature({
  routes: {
    insights: {
      words: insights.words.handler(async ({ input, context }) => ({
        rows: await listWords(context.db, context.userId, input),
      })),
      overview: insights.overview.handler(({ input, context }) =>
        overviewOf(context.db, context.userId, input?.firstWeekday ?? 1),
      ),
    },
  },
  importRows: {
    words: { add: importWords, removeUntouched: removeImportedWords },
    wordHours: { add: importWordHours, removeUntouched: removeImportedWordHours },
  },
  cleanup: async ({ db }) => {
    const [gone] = await db.asSystem("forget old words", (tx) =>
      tx.call<{ joined: number }>("purgeWords", MOST_WORD_ROWS),
    );
    return gone;
  },
});
