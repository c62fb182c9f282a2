import { normalized } from "./read-question.ts";

/** What the words of an answer look like, where the question tells. */
export type AnswerKind = { first: RegExp; also: RegExp | null };

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|half|double|dozen|once|twice)\b/i;
const MONEY =
  /[$€£¥]\s?\d|\d[\d.,]*\s?(?:[$€£¥]|euros?|dollars?|pounds?|francs?|cents?|usd|eur|gbp|chf|kr|percent|%)/i;
const TIME =
  /\b\d{1,2}[:.]\d{2}\b|\b(?:19|20)\d{2}\b|\b\d{1,2}\s?(?:am|pm|o'clock|uhr)\b|\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|juni|juli|oktober|dezember)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:today|tomorrow|yesterday|morning|noon|afternoon|evening|night|midnight|week|month|year|spring|summer|autumn|fall|winter)s?\b|[月日時年]/i;
const LENGTH =
  /(?:\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|sixty|ninety|half)\b)[\s-]*(?:\p{L}+[\s-]+)?(?:an?\s+)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)\b/iu;
const PERSON =
  /\b(?:mr|mrs|ms|dr|prof|herr|frau|madame|monsieur|señora?)\b\.?\s*\p{Lu}|(?<=\p{Ll}[,;:]?\s|[:•-]\s)\p{Lu}\p{Ll}+/u;
const REASON = /\b(?:because|since|so that|due to|reason|therefore|otherwise|weil|denn|damit|deshalb)\b/i;
const PLACE =
  /\b(?:from|at|in|into|on|near|under|behind|beside|below|above|inside|next to|vom|von|aus|bei|beim|hinter|unter|neben|im|am)\s+(?:\p{L}+\s+)?\p{Lu}/u;
const DIGITS = /\d[\d\s/-]{2,}/;

const KINDS: [asked: RegExp, kind: AnswerKind][] = [
  [/^how (?:long|many (?:minutes|hours|days|weeks|months|years))\b/, { first: LENGTH, also: NUMBER }],
  [
    /^(?:how much|what)\b.*\b(?:cost|costs|pay|price|rent|fee|charge|ask|owe|paid|spend|spent|worth|money|earn|bill)\b/,
    { first: MONEY, also: NUMBER },
  ],
  [
    /^how (?:much|many|often|far|big|large|old|tall|heavy|hot|high|deep|fast)\b/,
    { first: NUMBER, also: null },
  ],
  [
    /^(?:when|what (?:time|day|date|year|month)|(?:until|since|by|from) when|on what)\b|^wann\b|いつ/,
    { first: TIME, also: NUMBER },
  ],
  [/^(?:who|whom|whose|which person|wer|wem|wen)\b/, { first: PERSON, also: null }],
  [/^(?:where|woher|wo|wohin)\b/, { first: PLACE, also: null }],
  [/^(?:why|warum|wieso)\b/, { first: REASON, also: null }],
  [/\b(?:phone|telephone|number|code|iban|password|pin|policy)\b/, { first: DIGITS, also: NUMBER }],
];

/** Null where a question says nothing about it. */
export function answerKindOf(question: string): AnswerKind | null {
  const asked = normalized(question);
  return KINDS.find(([pattern]) => pattern.test(asked))?.[1] ?? null;
}

/** From 0 to 1: how much a text looks like what is asked for. */
export const fitOf = (kind: AnswerKind | null, text: string): number =>
  kind === null ? 0 : kind.first.test(text) ? 1 : kind.also?.test(text) ? 0.35 : 0;
