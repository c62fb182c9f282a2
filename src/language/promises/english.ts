import { isName, KIN, NAME, NAMES, withoutAt } from "./people.ts";
import { capitalized, type Reading, trimmed } from "./reading.ts";
import { saysWhen } from "./due-words.ts";

/** What one does for others. Words of what programs do too, as "return" and "check", are no evidence of a person by themselves. */
const OF_PEOPLE = String.raw`bring|organi[sz]e|take care of|pick up|draft|book|introduce|volunteer|water the|repair|reimburse|refund|phone|email|e-mail|follow up|take over|proofread|talk to|speak (?:to|with)|get back to|prepare`;
const OF_ANYBODY = String.raw`send|share|review|call|write|check|fix|give|get|build|let|ask|pay|make sure|return|help|finish|publish|drop off|test|update|have|find|look|order|buy|set up|schedule|arrange|invite|confirm|contact|reply|respond|answer|post|upload|deliver|submit|sign|clean|cook|collect|forward|provide|present|translate|cover|lend|ship|print|add|create|make|move|do|complete|close|report|read|remind|handle|hand over|message|text|ping|tell|transfer|put together|come|visit|return|cancel|renew|investigate|chase|raise|merge|document|clarify|sort out|work on|start|drive|transcribe|fetch|feed|teach|support`;
const VERB = String.raw`(?:${OF_PEOPLE}|${OF_ANYBODY})\b`;
/** Says how somebody will be, feel or find things, and "going to bed" where one goes. */
const STATES =
  /^(?:be|have|see|feel|miss|understand|remember|forget|turn|need|want|like|love|hate|know|think|admit|regret|enjoy|stay|sleep|survive|assume|use|explain|show|describe|refer|discuss|go|get|keep|try|bed|church|school|work|town|sleep|live|die|rest|wait|wonder|hope|believe|expect|continue|begin|end|become|say|focus|spend|wake|leave|arrive|always|just)\b/;
/** What companies and weather do, too. */
const OF_THINGS =
  /^(?:return|build|start|move|close|open|support|ship|raise|create|add|host|release|come|cover|provide)\b/;
const DOING = String.raw`(?:sending|bringing|taking|picking up|calling|writing|preparing|booking|organi[sz]ing|driving|giving|lending|returning|dropping|collecting|sorting|handling|drafting|sharing|fixing|reviewing|paying|helping|emailing|delivering|ordering|buying|printing|uploading)`;
const ALSO = String.raw`(?:(?:also|then|definitely|personally|still|happily|gladly|quickly|probably|first) )?`;
const WILL = String.raw`(?:['’]ll|,? will|,? shall)`;
const GOING = String.raw`(?:['’](?:m|re|s)| am| are| is) (?:going|about) to`;
const GAVE_WORD = String.raw`(?:took the action|promised|agreed|offered|volunteered|committed|pledged|undertook|guaranteed|vowed|swore)`;
const WHOM = String.raw`(?:me|us|you|him|her|them|${NAME}|the \p{Ll}+s?|(?:my|our) \p{Ll}+)`;

const pattern = (source: string) => new RegExp(`^${source}`, "u");

const FIRST = pattern(String.raw`(?<who>I|We)(?:${WILL}|${GOING}) ${ALSO}(?<what>(?:${VERB}).*)$`);
const OPEN = pattern(String.raw`I(?:${WILL}|${GOING}) ${ALSO}(?<what>\p{Ll}+ .*)$`);
/** "Will email Greta the receipts", "Going to drop it off": notes leave out "I". */
const SHORT = pattern(String.raw`(?:Will|Going to|Gonna) (?<what>(?:${VERB}|drop\b|hand\b).*)$`);
/** "Aisha is sending over the plans this afternoon." */
const DOES = pattern(
  String.raw`(?:I(?:['’]m| am)|(?<who>${NAMES})(?:['’]s| is| are)) ${ALSO}(?<what>${DOING} .*)$`,
);
/** "Bea drafts the survey, due Monday." */
const DRAFTS = pattern(
  String.raw`(?:Next: )?(?<who>${NAMES}) (?<what>(?:sends|brings|writes|drafts|books|prepares|calls|checks|reviews|organi[sz]es|picks up|takes care of|takes over|buys|orders|shares) .*)$`,
);
const AND_GAVE = pattern(
  String.raw`(?<who>I|We|${NAMES}) .{1,80}? and (?:has |have )?${GAVE_WORD} to (?<what>(?:${VERB}).*)$`,
);
const LET_ME = pattern(
  String.raw`Let me (?<what>(?:send|call|email|forward|get back to|introduce|find out) .*)$`,
);
const HAVE_TO = pattern(
  String.raw`(?:I (?:have to|need to|must|['’]ve got to)|Have to|Need to|Must|Gotta) (?<what>(?:${VERB}) (?:.*? )??(?<whom>${NAME})(?!\p{L}).*)$`,
);
const THIRD = pattern(
  String.raw`(?<who>${NAMES}|[SH]h?e)(?:${WILL}|${GOING}|(?: is| are) (?:supposed|due) to) ${ALSO}(?<what>(?:${VERB}).*)$`,
);
const TO_DO = pattern(String.raw`(?<who>${NAMES}) to (?<what>(?:${VERB}).*)$`);
/** "I promised Mia to bring", "Jonas promised to return", "Marcus agreed to take over". */
const GAVE = pattern(
  String.raw`(?:(?<who>I|We|${NAMES}|[SH]h?e)(?:['’]ve| have|['’]s| has)? ${ALSO})?(?<verb>${GAVE_WORD}|Promised|Agreed|Offered|Volunteered) (?:(?:to )?(?<whom>${WHOM}) )?(?<what>to (?:${VERB}|\p{Ll}+ing\b).*|(?:that )?(?:I|he|she|they|we)(?:['’](?:ll|d)| will| would) .*)$`,
);
/** "Rob has promised us a discount", "Promised Julia a draft". */
const GAVE_THING = pattern(
  String.raw`(?:(?<who>I|We|${NAMES})(?:['’]ve| have|['’]s| has)? )?(?:promised|guaranteed|Promised|Guaranteed) (?<whom>me|us|${NAME}|the (?:client|customer|team|boss)|(?:my|our) \p{Ll}+) (?<what>(?:an?|the|my|our|some|\d+) .*)$`,
);
const GAVE_MY_WORD = pattern(
  String.raw`I gave (?<whom>${NAME}) my word that (?<what>I(?:['’]d|['’]ll| would| will) .*)$`,
);
/** "Told Sarah I'd get back to her", "I said I would write", "Lena said she'll share". */
const SAID = pattern(
  String.raw`(?:(?<who>I|We|${NAMES}) (?:have |has )?)?(?:told (?<whom>me|us|${NAME}|(?:my|our) \p{Ll}+|the \p{Ll}+)|Told (?<told>${NAME}|(?:my|our) \p{Ll}+|the \p{Ll}+)|said|confirmed|Said) (?:that )?(?<self>I|he|she|they|we)(?:['’](?:ll|d)| will| would| can) ${ALSO}(?<what>(?:${VERB}).*)$`,
);
const OWES = pattern(
  String.raw`(?:(?!Still )(?<who>I|We|${NAMES}) )?(?:still |Still |currently )?(?:owes?|Owe) (?<whom>me|us|${NAME}|the (?!success|fact|idea|credit|name)\p{Ll}+|my \p{Ll}+) (?<what>.+)$`,
);
const NOT_OWED =
  /^(?:my|our|his|her|their|everything|thanks|gratitude|(?:a lot|so much|much)(?: to\b|[.!]?$))|\b(?:to hard work|big time)\b/;
const OF_OTHERS = pattern(
  String.raw`(?:We|They|It was) (?:have )?(?:agreed|decided|settled)(?: on it)?,? that (?<tail>.*)$`,
);
const ACTION = pattern(
  String.raw`(?:Actions?|Action items?|To ?do|TODO|AI|Next steps?|Follow-?ups?)\s*[:–-]\s*(?<tail>.*)$`,
);
const SPEAKER = pattern(String.raw`(?<who>${NAME})\s*[:–]\s+(?<tail>.*)$`);
const IMPERATIVE = pattern(String.raw`(?<what>(?:${VERB}).*)$`);
const IMPERATIVE_VERB = new RegExp(`^(?:${VERB})`, "iu");

const DENIED =
  /\b(?:not|never|no longer|nobody|nothing|cannot|unless|maybe|perhaps|hopefully|might|wonder|hardly)\b|n['’]t\b/i;
const CONDITION =
  /^(?:if|when|whenever|unless|once|should|had|as long as|in case|suppose)\b|\bif (?:I|we|he|she|they|you|it|there)\b/i;
const PASSIVE = /^(?:have been|be |get (?:rid|used|an? error|the following|started))/;
const OF_TEXT =
  /^(?:I|We)\b.*\b(?:in this (?:section|article|guide|chapter|tutorial|document|example)|below|as follows|above|the following)\b/i;

type Given = { isSure: boolean };

/** Who promises what in a sentence of English; null where nobody does. */
export function readEnglish(sentence: string, { isSure }: Given = { isSure: false }): Reading | null {
  if (sentence.endsWith("?") || DENIED.test(sentence) || CONDITION.test(sentence) || OF_TEXT.test(sentence))
    return null;
  for (const read of READERS) {
    const found = read(sentence, isSure);
    if (found) return { ...found, what: capitalized(trimmed(found.what)) };
  }
  return null;
}

type Reader = (sentence: string, isSure: boolean) => Reading | null;

const groupsOf = (expression: RegExp, sentence: string): Record<string, string | undefined> | null =>
  expression.exec(sentence)?.groups ?? null;

/** Null for whoever writes; undefined for what is nobody. */
function person(who: string | undefined): string | null | undefined {
  if (who === undefined || who === "I" || who === "We") return null;
  if (who === "She" || who === "He") return who;
  return isName(who) ? withoutAt(who) : undefined;
}

const readFirst: Reader = (sentence, isSure) => {
  const { who, what } = groupsOf(FIRST, sentence) ?? {};
  if (!what || PASSIVE.test(what) || isIdle(what)) return null;
  // "We'll create a file" is how tutorials speak.
  if (who === "We" && !isSure && !saysWhen(sentence)) return null;
  return { from: null, what, rest: what };
};

/** Of something that is to be had or done for somebody: "have it ready", "get the keys copied", but not "have a look at what it does". */
function isIdle(what: string): boolean {
  if (/^have\b/.test(what)) return !/\bready\b|\bdone\b|\bfinished\b/.test(what);
  if (
    /^(?:do|make|get|find|start|come|move|add|create|read|write|answer|cover|look|test|present|provide|tell|document|put together|work on)\b/.test(
      what,
    )
  )
    return !(
      saysWhen(what) ||
      mayName(what) ||
      /\b(?:you|copied|back to)\b/.test(what) ||
      what.startsWith("make sure")
    );
  return /^let (?!you\b|\p{Lu}|my |our |the (?:team|client))/u.test(what);
}

const mayName = (what: string): boolean =>
  Array.from(what.matchAll(new RegExp(`(?<=\\s)${NAME}`, "gu"))).some(
    ([name]) => isName(name) && /^\p{Lu}\p{Ll}+$/u.test(name),
  );

const readOpen: Reader = (sentence) => {
  const { what } = groupsOf(OPEN, sentence) ?? {};
  const isMeant = what && !STATES.test(what) && (saysWhen(what) || mayName(what));
  return isMeant ? { from: null, what, rest: what } : null;
};

const readShort: Reader = (sentence) => {
  const { what } = groupsOf(SHORT, sentence) ?? {};
  return what && !isIdle(what) && (saysWhen(what) || mayName(what)) ? { from: null, what, rest: what } : null;
};

const readDoes: Reader = (sentence) => {
  const { who, what } = groupsOf(DOES, sentence) ?? groupsOf(DRAFTS, sentence) ?? {};
  const from = person(who);
  if (!what || from === undefined || !saysWhen(what)) return null;
  return { from, what: sentence, rest: what };
};

const readAndGave: Reader = (sentence) => {
  const { who, what } = groupsOf(AND_GAVE, sentence) ?? {};
  const from = person(who);
  return what && from !== undefined ? { from, what: from ? `${from}: ${what}` : what, rest: what } : null;
};

const readLetMe: Reader = (sentence) => {
  const { what } = groupsOf(LET_ME, sentence) ?? {};
  return what && /\b(?:you|him|her|them)\b/.test(what) ? { from: null, what, rest: what } : null;
};

const readHaveTo: Reader = (sentence) => {
  const { what, whom } = groupsOf(HAVE_TO, sentence) ?? {};
  if (!what || !whom || !isName(whom)) return null;
  return saysWhen(sentence) || /^(?:pay|give|return|send|lend)\b/.test(what)
    ? { from: null, what, rest: what }
    : null;
};

const readThird: Reader = (sentence, isSure) => {
  const { who, what } = groupsOf(THIRD, sentence) ?? {};
  const from = person(who);
  if (!what || !from || PASSIVE.test(what)) return null;
  const isOfPerson =
    new RegExp(`^(?:${OF_PEOPLE})\\b`, "u").test(what) || new RegExp(`^${KIN}`, "u").test(who!);
  const isForSomebody = /^\S+ (?:me|us)\b/.test(what);
  if (!isSure && OF_THINGS.test(what)) return null;
  const isPronoun = from === "She" || from === "He";
  if (!(isSure || saysWhen(sentence) || (!isPronoun && (isOfPerson || isForSomebody)))) return null;
  return { from, what: `${from}: ${what}`, rest: what };
};

const readToDo: Reader = (sentence, isSure) => {
  const { who, what } = groupsOf(TO_DO, sentence) ?? {};
  const from = person(who);
  return what && from && (isSure || saysWhen(sentence))
    ? { from, what: `${from}: ${what}`, rest: what }
    : null;
};

const readGave: Reader = (sentence) => {
  const { who, verb, whom, what } = groupsOf(GAVE, sentence) ?? {};
  const from = person(who);
  if (!what || from === undefined) return null;
  // "Agreed to use tabs" is what a meeting decided.
  if (who === undefined && !/^Promised|^Offered|^Volunteered/.test(verb ?? "")) return null;
  // "We agreed to drop Node 4" likewise.
  if (who === "We" && verb === "agreed" && !saysWhen(sentence)) return null;
  const done = what.replace(/^(?:to|(?:that )?(?:I|he|she|they|we)(?:['’](?:ll|d)| will| would)) /, "");
  return { from, what: from ? `${from}: ${done}` : done, rest: `${whom ? `to ${whom} ` : ""}${done}` };
};

const readThing: Reader = (sentence) => {
  const groups = groupsOf(GAVE_THING, sentence) ?? groupsOf(GAVE_MY_WORD, sentence);
  const from = person(groups?.["who"]);
  if (!groups?.["what"] || from === undefined || !isSomebody(groups["whom"])) return null;
  return { from, what: sentence, rest: `to ${groups["whom"]} ${groups["what"]}` };
};

const readSaid: Reader = (sentence) => {
  const { who, whom, told, self, what } = groupsOf(SAID, sentence) ?? {};
  const from = person(who);
  if (!what || from === undefined) return null;
  // "Tom said I would help" is what Tom says of me.
  if (from === null ? self !== "I" && self !== "we" : self === "I" || self === "we") return null;
  const to = whom ?? told;
  return { from, what: from ? `${from}: ${what}` : what, rest: `${to ? `to ${to} ` : ""}${what}` };
};

const readOwes: Reader = (sentence) => {
  const { who, whom, what } = groupsOf(OWES, sentence) ?? {};
  const from = person(who);
  if (!what || from === undefined || !isSomebody(whom) || NOT_OWED.test(what)) return null;
  return { from, what: sentence, rest: `to ${whom}` };
};

const isSomebody = (whom: string | undefined): boolean =>
  whom !== undefined && (/^\p{Ll}/u.test(whom) || isName(whom));

/** What stands behind "Action:" or "We agreed that". */
const readTail: Reader = (sentence) => {
  const { tail } = groupsOf(OF_OTHERS, sentence) ?? groupsOf(ACTION, sentence) ?? {};
  return tail ? readEnglish(tail, { isSure: true }) : null;
};

const readSpeaker: Reader = (sentence) => {
  const { who, tail } = groupsOf(SPEAKER, sentence) ?? {};
  const from = person(who);
  if (!tail || !from) return null;
  const said = groupsOf(FIRST, tail);
  const short = /^will (?<what>.*)$/.exec(tail)?.groups?.["what"];
  if (short && IMPERATIVE_VERB.test(short)) return { from, what: `${from}: ${short}`, rest: short };
  if (said?.["what"] && said["who"] === "I" && !isIdle(said["what"]))
    return { from, what: `${from}: ${said["what"]}`, rest: said["what"] };
  if (!IMPERATIVE_VERB.test(tail) || !saysWhen(tail)) return null;
  const { what = tail } = groupsOf(IMPERATIVE, tail) ?? {};
  return { from, what: `${from}: ${what}`, rest: what };
};

const READERS: Reader[] = [
  readTail,
  readFirst,
  readOpen,
  readShort,
  readLetMe,
  readHaveTo,
  readSaid,
  readGave,
  readThing,
  readOwes,
  readAndGave,
  readDoes,
  readThird,
  readToDo,
  readSpeaker,
];
