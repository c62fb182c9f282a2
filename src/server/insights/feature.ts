import { MOST_WORD_ROWS } from "#contract/shared/word-origins.ts";
import { listAuthoredNotes, listAuthors } from "./authors.ts";
import { breakdownOf, listWrittenNotes } from "./breakdown.ts";
import { listCountedTasks } from "./counted-tasks.ts";
import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";
import {
  importWordHours,
  importWords,
  removeImportedWordHours,
  removeImportedWords,
} from "./import-words.ts";
import { overviewOf } from "./overview.ts";
import { analyticsOf, clockOfAccount } from "./period.ts";
import { readWriting } from "./writing.ts";
import { listSessions } from "./sessions.ts";
import { spentTime } from "./spent-time.ts";
import { listUpkeep } from "./upkeep.ts";
import { listWords } from "./words.ts";

const { insights } = signedIn;

export const insightsFeature = defineFeature({
  routes: {
    insights: {
      words: insights.words.handler(async ({ input, context }) => ({
        rows: await listWords(context.db, context.userId, input),
      })),
      analytics: insights.analytics.handler(({ input, context }) =>
        analyticsOf(context.db, context.userId, input),
      ),
      breakdown: insights.breakdown.handler(async ({ input, context }) => ({
        rows: await breakdownOf(context.db, context.userId, input),
      })),
      writtenNotes: insights.writtenNotes.handler(({ input, context }) =>
        listWrittenNotes(context.db, context.userId, input),
      ),
      authors: insights.authors.handler(async ({ input, context }) => ({
        rows: await listAuthors(context.db, context.userId, input),
      })),
      authoredNotes: insights.authoredNotes.handler(({ input, context }) =>
        listAuthoredNotes(context.db, context.userId, input),
      ),
      sessions: insights.sessions.handler(({ input, context }) =>
        listSessions(context.db, context.userId, input),
      ),
      tasks: insights.tasks.handler(async ({ input, context: { db, userId } }) =>
        listCountedTasks(db, userId, input, await clockOfAccount(db, userId)),
      ),
      upkeep: insights.upkeep.handler(({ input, context }) => listUpkeep(context.db, context.userId, input)),
      writing: insights.writing.handler(({ input, context }) =>
        readWriting(context.db, context.userId, input),
      ),
      time: insights.time.handler(async ({ input, context: { db, userId } }) =>
        spentTime(db, userId, input, (await clockOfAccount(db, userId)).zone),
      ),
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
