import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import { signedIn } from "../../base.ts";
import { defineFeature } from "../../feature.ts";
import { indexMeaning } from "./index-account.ts";
import { meaningState, turnOffMeaning, turnOnMeaning } from "./meaning-state.ts";
import { relatedNotes } from "./related-notes.ts";
import { searchMeaning } from "./search-meaning.ts";

const { meaning, notes } = signedIn;

/** One that is open asks again with each change of a note. */
const SEARCHES: Limit = { max: 1_000, windowMinutes: 10 };

export const meaningFeature = defineFeature({
  routes: {
    meaning: {
      get: meaning.get.handler(({ context }) => meaningState(context, context.userId)),
      turnOn: meaning.turnOn.handler(({ context }) => turnOnMeaning(context, context.userId)),
      turnOff: meaning.turnOff.handler(async ({ context }) => {
        await turnOffMeaning(context.db, context.userId);
        return {};
      }),
      search: meaning.search.handler(async ({ input, context, signal }) => {
        await consumeAttempt(context.db.authPool, `meaning:${context.userId}`, SEARCHES);
        const hits = await searchMeaning(context, context.userId, input.query, signal);
        return { isOn: hits !== null, hits: hits ?? [] };
      }),
    },
    notes: {
      related: notes.related.handler(({ input, context }) =>
        relatedNotes(context.db, context.userId, input.noteId),
      ),
    },
  },
  jobs: [indexMeaning],
});
