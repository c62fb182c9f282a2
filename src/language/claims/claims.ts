import { sentencesOf } from "../promises/sentences.ts";
import { readEnglish } from "./english.ts";
import { readGerman } from "./german.ts";
import type { Value } from "./values.ts";

/** What a sentence says of a thing. Two of them with the same key and values that differ disagree. */
export type Claim = {
  sentence: string;
  /** The thing and what is said of it, such as "kiln: price". */
  key: string;
  value: Value;
};

/** What was, may be, is counted, is near it, or depends: all that need not be so, or not now. */
const IN_DOUBT =
  /\?|\b(?:about|around|circa|roughly|approximately|almost|nearly|over|under|at least|at most|up to|less than|more than|between|from \S+ (?:\S+ )?to|may be|might|could|would|should|if|unless|when|whenever|maybe|perhaps|probably|possibly|likely|usually|often|sometimes|typically|originally|previously|formerly|used to|once|until|till|was|were|had|either|or|instead|example|e\.g|i\.e|let's|suppose|assume|imagine|says?|said|thinks?|thought|believes?|wants?|wanted|wishes|hopes?|proposed|suggested|suggests?|each|every|per unit|as of|since|last (?:year|month|week)|in \d{4} |back then|at the time|no longer than|etwa|ungefähr|circa|ca\.|rund|fast|knapp|mindestens|höchstens|bis zu|mehr als|weniger als|zwischen|vielleicht|vermutlich|wahrscheinlich|könnten?|würden?|sollten?|dürften?|falls|wenn|sofern|früher|bisher|damals|ursprünglich|bis \d|oder|entweder|jeder|jede|jedes|meistens|oft|manchmal|war|waren|hatte|wurde|sagt|sagte|meint|meinte|glaubt|will|wollte|im jahr \d|letztes jahr|seit)\b/i;
/** "will" of English says what is going to be. */
const FUTURE = /\bwill (?=be|use|start|begin|end|take place|cost)/gi;
/** An entry of a log, under its day or version, is true of then. */
const DATED =
  /^\W*(?:\d{4}-\d\d(?:-\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|v?\d+\.\d+(?:\.\d+)?|\d{1,2}:\d\d)\b/;

function claimOf(sentence: string): Claim | null {
  if (DATED.test(sentence) || IN_DOUBT.test(sentence.replaceAll(FUTURE, ""))) return null;
  const words = sentence.replace(/[\s.!]+$/, "").replaceAll(/\s+/g, " ");
  const read = readEnglish(words) ?? readGerman(words);
  return read && { sentence, ...read };
}

/** Whether anything is claimed in a text; asked before a body is read. */
export const mayClaim = (text: string): boolean => sentencesOf(text).some((sentence) => claimOf(sentence));

/** The sentences of a text that say when something is, what it costs or measures, whose it is, or what is used for it; by grammar alone, in English and German. */
export const claimsIn = (text: string): Claim[] =>
  sentencesOf(text).flatMap((sentence) => claimOf(sentence) ?? []);
