import { attributeOf, type Reading, reading } from "./english.ts";
import { amountOf, dateOf, numberOf, personOf } from "./values.ts";

const DATES = {
  due: "frist|abgabetermin",
  begin: "beginn|start",
  end: "ende",
  day: "termin",
  birthday: "geburtstag",
};
const AMOUNTS = {
  price: "preis|kosten",
  rent: "miete",
  budget: "budget",
  deposit: "kaution|anzahlung",
  fee: "gebühr",
  salary: "gehalt",
  rate: "rabatt|zinssatz",
  weight: "gewicht",
  length: "länge",
  width: "breite",
  height: "höhe",
};
const PEOPLE = { lead: "leitung|leiter|leiterin", contact: "ansprechpartner|ansprechpartnerin|kontakt" };
const ALL = [DATES, AMOUNTS, PEOPLE].flatMap((words) => Object.values(words)).join("|");

const SAID_OF = new RegExp(
  String.raw`^(?:(?:der|die|das) )?(?<attribute>${ALL}) (?:für|von|des|der) (?<subject>.+?)(?: ist am| ist| sind| beträgt| liegt bei|:) (?<value>.+)$`,
  "i",
);
const WHEN: [RegExp, string][] = [
  [/^(?<subject>.+?) (?:beginnt|startet) am (?<value>.+)$/i, "begin"],
  [/^(?<subject>.+?) (?:endet|läuft) am (?<value>.+?)(?: ab| aus)?$/i, "end"],
  [/^(?<subject>.+?) findet am (?<value>.+) statt$/i, "day"],
  [/^(?<subject>.+?) ist am (?<value>.+)$/i, "day"],
];
const MEASURES: [RegExp, string][] = [
  [/^(?<subject>.+?) kostet (?<value>.+)$/i, "price"],
  [/^(?<subject>.+?) wiegt (?<value>.+)$/i, "weight"],
  [/^(?<subject>.+?) ist (?<value>.+?) lang$/i, "length"],
  [/^(?<subject>.+?) ist (?<value>.+?) breit$/i, "width"],
  [/^(?<subject>.+?) ist (?<value>.+?) hoch$/i, "height"],
];
const COUNTS =
  /^(?<subject>.+?) hat (?<number>\d[\d.,]*) (?<counted>plätze|sitzplätze|zimmer|betten|seiten|mitglieder)$/i;
const TASKS: [RegExp, string][] = [
  [/^(?<value>.+?) ist für (?<subject>.+?) (?:verantwortlich|zuständig)$/i, "responsible"],
  [/^(?<value>.+?) leitet (?<subject>.+)$/i, "lead"],
  [/^(?<subject>.+?) wird von (?<value>.+?) geleitet$/i, "lead"],
];
const IS_NOTHING = /^(?:es|das|dies|ihn|sie|beides|.* und .*|\S+ \S+ \S+ .*)$/i;
const WE_USE: RegExp[] = [
  /^wir (?:nutzen|verwenden|benutzen|nehmen) (?<value>.+?) (?:für|als) (?<subject>.+)$/i,
  /^wir haben uns für (?<value>.+?) als (?<subject>.+?) entschieden$/i,
];

/** What a German sentence says of a thing. */
export function readGerman(words: string): Reading | null {
  const said = SAID_OF.exec(words)?.groups;
  if (said) return ofAttribute(said["subject"], said["attribute"]!, said["value"]!);
  return readMeasure(words) ?? readTask(words) ?? readChoice(words) ?? readWhen(words);
}

function ofAttribute(subject: string | undefined, attribute: string, value: string): Reading | null {
  const ofDate = attributeOf(DATES, attribute);
  if (ofDate) return reading(subject, ofDate, dateOf(value.replace(/^am /, "")));
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
  return null;
}

function readChoice(words: string): Reading | null {
  for (const pattern of WE_USE) {
    const said = pattern.exec(words)?.groups;
    if (!said || IS_NOTHING.test(said["value"]!)) continue;
    return reading(said["subject"], "choice", { kind: "name", name: said["value"]!.toLowerCase() });
  }
  return null;
}

function readWhen(words: string): Reading | null {
  for (const [pattern, attribute] of WHEN) {
    const said = pattern.exec(words)?.groups;
    if (said) return reading(said["subject"], attribute, dateOf(said["value"]!));
  }
  return null;
}
