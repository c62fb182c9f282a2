import { subjectOf } from "./subjects.ts";
import { amountOf, dateOf, numberOf, personOf, type Value } from "./values.ts";

export type Reading = { key: string; value: Value };

/** A key and a value, or nothing where either can't be told. */
export function reading(subject: string | undefined, attribute: string, value: Value | null): Reading | null {
  const thing = subject === undefined ? null : subjectOf(subject);
  return thing && value ? { key: `${thing}: ${attribute}`, value } : null;
}

const asPattern = (words: Record<string, string>) => Object.values(words).join("|");
export const attributeOf = (words: Record<string, string>, said: string): string | null =>
  Object.entries(words).find(([, pattern]) => new RegExp(`^(?:${pattern})$`, "i").test(said))?.[0] ?? null;

const DATES = {
  due: "deadline|due date",
  begin: "start|start date|beginning",
  end: "end|end date|expiry|expiry date",
  day: "date|launch date",
  birthday: "birthday",
};
const AMOUNTS = {
  price: "price|cost|costs",
  rent: "rent",
  budget: "budget",
  deposit: "deposit",
  fee: "fee",
  salary: "salary",
  rate: "discount|interest rate|rate",
  weight: "weight",
  length: "length",
  width: "width",
  height: "height",
};
const PEOPLE = {
  lead: "lead|leader|head|manager",
  owner: "owner",
  contact: "contact|contact person",
  teacher: "teacher",
  author: "author",
};

const SAID_OF = new RegExp(
  String.raw`^(?:the )?(?<attribute>${[DATES, AMOUNTS, PEOPLE].map(asPattern).join("|")}) (?:for|of) (?<subject>.+?)(?: is| is on|:) (?:on )?(?<value>.+)$`,
  "i",
);
const IS_OWN = new RegExp(
  String.raw`^(?<subject>.+?)[’']s (?<attribute>${[DATES, AMOUNTS, PEOPLE].map(asPattern).join("|")}) is (?:on )?(?<value>.+)$`,
  "i",
);
const IS_PERSON_OF = new RegExp(
  String.raw`^(?<value>.+?) is (?:the )?(?<attribute>${asPattern(PEOPLE)}) of (?<subject>.+)$`,
  "i",
);
/** Lines that say what they are about before a colon. */
const LINE = new RegExp(
  String.raw`^(?<subject>.+?) (?<attribute>launch|deadline|due date|budget|price|rent|deposit): (?<value>.+)$`,
  "i",
);
const WHEN: [RegExp, string][] = [
  [/^(?<subject>.+?) (?:starts|begins|will start|will begin) on (?<value>.+)$/i, "begin"],
  [/^(?<subject>.+?)(?: |: )(?:ends|expires|will end) on (?<value>.+)$/i, "end"],
  [/^(?<subject>.+?) is due (?:on|by) (?<value>.+)$/i, "due"],
  [
    /^(?<subject>.+?) (?:is|takes place|will be|will take place|is planned for|is scheduled for) (?:on )?(?<value>.+)$/i,
    "day",
  ],
];
const MEASURES: [RegExp, string][] = [
  [/^(?<subject>.+?) (?:costs|will cost) (?<value>.+)$/i, "price"],
  [/^(?<subject>.+?) weighs (?<value>.+)$/i, "weight"],
  [/^(?<subject>.+?) is (?<value>.+?) long$/i, "length"],
  [/^(?<subject>.+?) is (?<value>.+?) wide$/i, "width"],
  [/^(?<subject>.+?) is (?<value>.+?) (?:high|tall)$/i, "height"],
];
const COUNTS =
  /^(?<subject>.+?) has (?<number>\d[\d.,]*) (?<counted>seats|rooms|beds|places|pages|members|floors|windows|parking spaces)$/i;
const TASKS: [RegExp, string][] = [
  [/^(?<value>.+?) is (?:responsible for|in charge of) (?<subject>.+)$/i, "responsible"],
  [/^(?<value>.+?) leads (?<subject>.+)$/i, "lead"],
  [/^(?<subject>.+?) is led by (?<value>.+)$/i, "lead"],
];
const OUR =
  /^Our (?<subject>accountant|lawyer|landlord|tax advisor|doctor|dentist|plumber|electrician|architect|insurer|bank) is (?<value>.+)$/;
const WE_USE =
  /^we (?:use|will use|decided on|decided to use|decided to go with|chose|picked|have chosen|have decided on|are going with|go with|agreed on) (?<value>.+?) (?:for|as) (?<subject>.+)$/i;
const WE_USE_IT =
  /^we (?:use|decided to use) (?<subject>\p{Lu}[\p{L}\d.+-]*(?: \p{Lu}[\p{L}\d.+-]*)?)(?: for (?<purpose>.+))?$/u;
const WE_STOPPED =
  /^we (?:no longer use|don[’']t use|do not use|stopped using|decided against) (?<subject>\p{Lu}[\p{L}\d.+-]*(?: \p{Lu}[\p{L}\d.+-]*)?)(?: for (?<purpose>.+?))?(?: any ?more)?$/u;

/** What a sentence says of a thing. */
export const readEnglish = (words: string): Reading | null =>
  readAttribute(words) ?? readMeasure(words) ?? readTask(words) ?? readDecision(words) ?? readWhen(words);

function readAttribute(words: string): Reading | null {
  const said = (SAID_OF.exec(words) ?? IS_OWN.exec(words) ?? IS_PERSON_OF.exec(words))?.groups;
  if (said)
    return ofAttribute(said["subject"], said["attribute"]!, said["value"]!.replace(/^(?:on|ends on) /i, ""));
  const line = LINE.exec(words)?.groups;
  if (!line) return null;
  const { subject, attribute, value } = line as Record<"subject" | "attribute" | "value", string>;
  if (attribute.toLowerCase() === "launch") return reading(`${subject} launch`, "day", dateOf(value));
  return ofAttribute(subject, attribute, value);
}

function ofAttribute(subject: string | undefined, attribute: string, value: string): Reading | null {
  const ofDate = attributeOf(DATES, attribute);
  if (ofDate) return reading(subject, ofDate, dateOf(value));
  const ofAmount = attributeOf(AMOUNTS, attribute);
  if (ofAmount) return reading(subject, ofAmount, amountOf(value));
  return reading(subject, attributeOf(PEOPLE, attribute)!, personOf(value));
}

function readMeasure(words: string): Reading | null {
  for (const [pattern, attribute] of MEASURES) {
    const said = pattern.exec(words)?.groups;
    if (said) return reading(said["subject"], attribute, amountOf(said["value"]!));
  }
  const counted = COUNTS.exec(words)?.groups;
  const number = counted ? numberOf(counted["number"]!) : null;
  if (!counted || number === null) return null;
  return reading(counted["subject"], counted["counted"]!.toLowerCase(), { kind: "amount", number, unit: "" });
}

function readTask(words: string): Reading | null {
  for (const [pattern, attribute] of TASKS) {
    const said = pattern.exec(words)?.groups;
    if (said) return reading(said["subject"], attribute, personOf(said["value"]!));
  }
  const our = OUR.exec(words)?.groups;
  return our ? reading(our["subject"], "person", personOf(our["value"]!)) : null;
}

const yes: Value = { kind: "name", name: "yes" };
const no: Value = { kind: "name", name: "no" };

/** What is used, for what; and what is used no longer, of which alone it is said whether. */
function readDecision(words: string): Reading | null {
  const stopped = WE_STOPPED.exec(words.replace(/^W/, "w"))?.groups;
  if (stopped) return reading(`${stopped["subject"]} ${stopped["purpose"] ?? ""}`, "used", no);
  const isUsed = WE_USE_IT.exec(words.replace(/^W/, "w"))?.groups;
  if (isUsed && !isUsed["purpose"]) return reading(isUsed["subject"], "used", yes);
  const use = WE_USE.exec(words)?.groups;
  if (!use || !isShort(use["value"]!)) return null;
  return reading(use["subject"], "choice", { kind: "name", name: use["value"]!.toLowerCase() });
}

const IS_NOTHING = /^(?:it|this|that|them|these|those|one|both|something|anything|whatever|nothing)$/i;
const isShort = (words: string) =>
  words.split(" ").length <= 3 && !/[,;:]| and /.test(words) && !IS_NOTHING.test(words);

function readWhen(words: string): Reading | null {
  for (const [pattern, attribute] of WHEN) {
    const said = pattern.exec(words)?.groups;
    if (said) return reading(said["subject"], attribute, dateOf(said["value"]!));
  }
  return null;
}
