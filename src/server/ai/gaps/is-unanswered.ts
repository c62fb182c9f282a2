import { cleanText } from "#document/text/clean-text.ts";
import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";
import { clockOfAccount } from "../answers/account-clock.ts";
import { IS_GREETING } from "../answers/answer-without-model.ts";
import { answerByPassages } from "../answers/answer-passages.ts";
import { readCommand } from "../answers/read-command.ts";
import { readQuestion } from "../answers/read-question.ts";

const ASK_MAX = 500;
/** What these ask for is a list, which may be empty, and no answer is missing. */
const LISTS = new Set(["tasks", "agenda", "free", "next event", "notes"]);

/** A model is asked for much that no note could say. */
const IS_REQUEST =
  /^(?:(?:please|bitte|can you|could you|kannst du)\s+)?(?:write|draft|translate|rewrite|explain|create|generate|make|compose|imagine|schreib|\u00fcbersetze|erkl\u00e4re?|erstelle?|formuliere)\b/iu;
const ASKS =
  /[?\uff1f\u061f]|^(?:who|what|when|where|which|whose|how|why|is|are|was|were|do|does|did|can|wer|was|wann|wo|wie|warum|wieso|welche[rsmn]?|wessen|wem|wen)\b/iu;
const FEW_WORDS = 4;

/** Whether a text is a question that no passage of a note or file, no task and no event answers. */
export async function isUnanswered(
  { db, collab }: { db: Database; collab: Pick<Collab, "bodies"> },
  userId: string,
  text: string,
): Promise<boolean> {
  const said = cleanText(text).trim();
  if (!isQuestion(said) || readCommand(said)) return false;
  const clock = await clockOfAccount(db, userId, { timeZone: "UTC", now: new Date() });
  const ask = readQuestion(said, clock);
  if (ask && LISTS.has(ask.kind)) return false;
  const { quotes } = await answerByPassages({ db, collab, clock }, userId, said, {});
  return quotes.length === 0;
}

/** Asked as one, or some words of what is looked for; no greeting, and nothing that somebody is to write. */
function isQuestion(said: string): boolean {
  const count = tellingWords(said).length;
  if (said.length > ASK_MAX || count === 0 || IS_GREETING.test(said) || IS_REQUEST.test(said)) return false;
  return ASKS.test(said) || (count > 1 && count <= FEW_WORDS);
}
