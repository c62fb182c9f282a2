import { isName, NAME, NAMES, withoutAt } from "./people.ts";
import { type Reading, trimmed } from "./reading.ts";
import { saysWhen } from "./due-words.ts";

/** Verbs as "ich", "er" and "wir" have them; the last is the infinitive, too. */
const FORMS: [i: string, one: string, we: string][] = [
  ["schicke", "schickt", "schicken"],
  ["sende", "sendet", "senden"],
  ["prüfe", "prüft", "prüfen"],
  ["rufe", "ruft", "rufen"],
  ["melde", "meldet", "melden"],
  ["bringe", "bringt", "bringen"],
  ["gebe", "gibt", "geben"],
  ["erledige", "erledigt", "erledigen"],
  ["bezahle", "bezahlt", "bezahlen"],
  ["zahle", "zahlt", "zahlen"],
  ["schreibe", "schreibt", "schreiben"],
  ["besorge", "besorgt", "besorgen"],
  ["hole", "holt", "holen"],
  ["liefere", "liefert", "liefern"],
  ["überweise", "überweist", "überweisen"],
  ["buche", "bucht", "buchen"],
  ["organisiere", "organisiert", "organisieren"],
  ["bereite", "bereitet", "bereiten"],
  ["mache", "macht", "machen"],
  ["teste", "testet", "testen"],
  ["leite", "leitet", "leiten"],
  ["bestelle", "bestellt", "bestellen"],
  ["kaufe", "kauft", "kaufen"],
  ["lese", "liest", "lesen"],
  ["antworte", "antwortet", "antworten"],
  ["helfe", "hilft", "helfen"],
  ["frage", "fragt", "fragen"],
  ["kläre", "klärt", "klären"],
  ["repariere", "repariert", "reparieren"],
  ["übersetze", "übersetzt", "übersetzen"],
  ["stelle", "stellt", "stellen"],
  ["reiche", "reicht", "reichen"],
  ["erstelle", "erstellt", "erstellen"],
  ["aktualisiere", "aktualisiert", "aktualisieren"],
  ["vereinbare", "vereinbart", "vereinbaren"],
  ["informiere", "informiert", "informieren"],
  ["räume", "räumt", "räumen"],
  ["backe", "backt", "backen"],
  ["koche", "kocht", "kochen"],
  ["leihe", "leiht", "leihen"],
  ["lade", "lädt", "laden"],
  ["nehme", "nimmt", "nehmen"],
  ["drucke", "druckt", "drucken"],
  ["fahre", "fährt", "fahren"],
  ["trage", "trägt", "tragen"],
  ["wechsle", "wechselt", "wechseln"],
  ["spreche", "spricht", "sprechen"],
];
/** Promise by themselves, without a day. */
const TAKES_ON = String.raw`(?:kümmere mich um|kümmert sich um|kümmern uns um|sorge dafür|sorgt dafür|sorgen dafür|übernehmen?|übernimmt)`;
const ONE_OF = (place: 0 | 1 | 2) => FORMS.map((forms) => forms[place]).join("|");
const PREFIX = "(?:an|auf|ab|aus|vor|mit|zu|nach|ein|weiter|zurück|vorbei|fertig|her|hin|bei)";
const INFINITIVE = String.raw`(?:${PREFIX}?(?:zu)?(?:${ONE_OF(2)}|übernehmen|kümmern|abholen|anrufen)|zu (?:${ONE_OF(2)}|übernehmen))`;
const LAST = String.raw`(?<last>${INFINITIVE})(?: lassen)?[.!]?$`;

const pattern = (source: string) => new RegExp(`^${source}`, "u");

const TAKES = pattern(String.raw`(?<who>Ich|Wir|${NAMES}) (?:${TAKES_ON})(?<rest>.*)$`);
const DOES = pattern(
  String.raw`(?:Ich (?:${ONE_OF(0)})|Wir (?:${ONE_OF(2)})|(?<who>${NAMES}) (?:${ONE_OF(1)}|${ONE_OF(2)}))(?<rest> .*)$`,
);
const TURNED = pattern(
  String.raw`(?:Bis|Am|Heute|Morgen|Übermorgen|Nächste|Diese|Kommende|Danach)\b[\p{L}\d. ]{0,30}? (?:(?:${ONE_OF(0)}) ich|(?:${ONE_OF(2)}) wir|(?:${ONE_OF(1)}) (?<who>${NAMES}))(?<rest> .*)$`,
);
/** "Bis Montag habe ich die Folien fertig." */
const HAS_READY = pattern(
  String.raw`(?:Bis|Am|Heute|Morgen)\b[\p{L}\d. ]{0,30}? (?:habe ich|haben wir|hat (?<who>${NAMES}))(?<rest> .*) fertig[.!]?$`,
);
/** One's own evening is no promise: "Ich lese heute noch ein bisschen." */
const OWN_TIME =
  /^Ich (?:lese|koche|backe|fahre|mache|kaufe|räume|trage|nehme|spreche)(?![\p{L}])(?!.*(?:für|mit|von|bei|zu|an|dir|euch|ihr|ihm|ihnen)(?![\p{L}]))/u;
const WILL = pattern(
  String.raw`(?:Ich werde|Wir werden|(?<who>${NAMES}) (?:wird|werden))(?<rest> .*)${LAST}`,
);
const WANTED = pattern(
  String.raw`(?<who>${NAMES}) (?:wollten?|will|wollen|sollte|soll) (?<whom>mir|uns)(?<rest> .*)${LAST}`,
);
const MUST = pattern(String.raw`(?:Ich (?:muss|soll)|Muss|Soll) (?<whom>${NAME})(?<rest> .*)${LAST}`);
const GAVE = pattern(
  String.raw`(?:(?:Ich habe?|Wir haben|(?<who>${NAMES}) (?:hat|haben))(?<rest> (?:[^,:]+ )?)(?:versprochen|zugesagt|angeboten|zugesichert|versichert)|Versprochen|Zugesagt)\s*[,:] (?<what>.+)$`,
);
const AGREED = pattern(
  String.raw`Wir haben (?:vereinbart|beschlossen|abgemacht|ausgemacht), dass (?<who>${NAMES}|ich|wir)(?<rest> .*)$`,
);
const OWES = pattern(
  String.raw`(?:Ich (?:schulde|bin)|Wir (?:schulden|sind)|(?<who>${NAMES}) (?:schuldet|schulden|ist)) (?<whom>mir|uns|${NAME}|meine[mr] \p{Lu}\p{Ll}+|der \p{Lu}\p{Ll}+|dem \p{Lu}\p{Ll}+)(?<rest> .+)$`,
);
const SPEAKER = pattern(String.raw`(?<who>${NAME})\s*[:–]\s+(?<rest>.* )${LAST}`);

const DENIED =
  /(?:^|[\s,])(?:nicht|nie|niemals|niemand\p{L}*|nichts|kein\p{L}*|kaum|ungern|vielleicht|eventuell|womöglich|hoffentlich|würden?|könnten?|hätten?|wäre|jeden|jede|jedes|täglich|immer|oft|manchmal|automatisch|gestern|ob)(?![\p{L}])/iu;
const CONDITION = /^(?:wenn|falls|sofern|sobald|als|hätte|sollte)(?![\p{L}])|, wenn /iu;

/** Who promises what in a sentence of German; null where nobody does. */
export function readGerman(sentence: string): Reading | null {
  if (sentence.endsWith("?") || DENIED.test(sentence) || CONDITION.test(sentence)) return null;
  for (const read of READERS) {
    const found = read(sentence);
    if (found) return { ...found, what: trimmed(sentence) };
  }
  return null;
}

type Found = { from: string | null; rest: string };
type Reader = (sentence: string) => Found | null;

const groupsOf = (expression: RegExp, sentence: string): Record<string, string | undefined> | null =>
  expression.exec(sentence)?.groups ?? null;

function person(who: string | undefined): string | null | undefined {
  if (who === undefined || /^(?:ich|wir)$/i.test(who)) return null;
  return isName(who) ? withoutAt(who) : undefined;
}

const found = (groups: Record<string, string | undefined>, rest = groups["rest"] ?? ""): Found | null => {
  const from = person(groups["who"]);
  return from === undefined ? null : { from, rest };
};

const readTakes: Reader = (sentence) => {
  const groups = groupsOf(TAKES, sentence);
  return groups && found(groups);
};

/** Present and future are one word in German: a day tells them apart. */
const readDoes: Reader = (sentence) => {
  if (OWN_TIME.test(sentence) && !/(?<![\p{L}])bis /u.test(sentence)) return null;
  const groups = groupsOf(HAS_READY, sentence) ?? groupsOf(TURNED, sentence) ?? groupsOf(DOES, sentence);
  return groups && saysWhen(sentence) ? found(groups) : null;
};

const readWill: Reader = (sentence) => {
  const groups = groupsOf(WILL, sentence);
  if (!groups || (sentence.startsWith("Wir") && !saysWhen(sentence))) return null;
  return found(groups);
};

const readWanted: Reader = (sentence) => {
  const groups = groupsOf(WANTED, sentence);
  return groups && found(groups, ` ${groups["whom"]}${groups["rest"]}`);
};

const readMust: Reader = (sentence) => {
  const groups = groupsOf(MUST, sentence);
  if (!groups || !isName(groups["whom"]!)) return null;
  if (!saysWhen(sentence) && !/(?:geben|zahlen|schicken)[.!]?$/.test(sentence)) return null;
  return { from: null, rest: ` ${groups["whom"]}${groups["rest"]}` };
};

const readGave: Reader = (sentence) => {
  const groups = groupsOf(GAVE, sentence);
  if (!groups) return null;
  if (/^Versprochen|^Zugesagt/.test(sentence)) return readGerman(groups["what"]!);
  return found(groups, ` ${(groups["rest"] ?? "").trim()} ${groups["what"]}`);
};

const readAgreed: Reader = (sentence) => {
  const groups = groupsOf(AGREED, sentence);
  return groups && found(groups);
};

const readOwes: Reader = (sentence) => {
  const groups = groupsOf(OWES, sentence);
  if (!groups) return null;
  const { whom, rest } = groups;
  const isDebt = /schulde/.test(sentence) || /\bschuldig\b/.test(rest!);
  if (!isDebt || (/^\p{Lu}/u.test(whom!) && !isName(whom!))) return null;
  return found(groups, ` ${whom}`);
};

const readSpeaker: Reader = (sentence) => {
  const groups = groupsOf(SPEAKER, sentence);
  if (!groups || !saysWhen(sentence)) return null;
  const from = person(groups["who"]);
  return from ? { from, rest: groups["rest"]! } : null;
};

const READERS: Reader[] = [
  readGave,
  readAgreed,
  readTakes,
  readOwes,
  readWanted,
  readMust,
  readWill,
  readDoes,
  readSpeaker,
];
