import type { Database } from "../db/client.ts";

/** Less than a second of the database. */
const WORDS_AT_A_TIME = 5_000;
const STEPS_OF_WORDS = 100;

/** Words that no note has any more, as far as this run gets; the next goes on where it ended. */
export async function forgetWords(db: Database): Promise<void> {
  for (let step = 0; step < STEPS_OF_WORDS; step++) {
    const [swept] = await db.asSystem("forget words that nobody uses any more", (tx) =>
      tx.call<{ looked_at: number }>("forgetWords", WORDS_AT_A_TIME),
    );
    if (swept!.looked_at < WORDS_AT_A_TIME) return;
  }
}
