import { isName, NAME, PAIR, withoutAt } from "./people.ts";
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
const TAKES_ON: [i: string, one: string, we: string, they: string] = [
  "kümmere mich um|sorge dafür|übernehme",
  "kümmert sich um|sorgt dafür|übernimmt",
  "kümmern uns um|sorgen dafür|übernehmen",
  "kümmern sich um|sorgen dafür|übernehmen",
];
/** What programs, organs and states do: nobody's task. */
const OFFICE =
  /^ (?:(?:die|den|das|der) )?(?:Rolle|Funktion|Verwaltung|Verarbeitung|Steuerung|Kontrolle|Führung|Macht|Regierung|Vorherrschaft)(?![\p{L}])/u;
const ONE_OF = (place: 0 | 1 | 2) => FORMS.map((forms) => forms[place]).join("|");
const PREFIX = "(?:an|auf|ab|aus|vor|mit|zu|nach|ein|weiter|zurück|vorbei|fertig|her|hin|bei)";
const BARE = String.raw`${PREFIX}?(?:${ONE_OF(2)}|übernehmen|kümmern|abholen|anrufen)`;
const WITH_ZU = String.raw`${PREFIX}?zu(?:${ONE_OF(2)})|zu (?:${ONE_OF(2)}|übernehmen)`;
// A word of its own: "eingegeben" is a passive.
const LAST = String.raw`(?<= )(?<last>${BARE})(?: lassen)?[.!]?$`;
const LAST_OR_ZU = String.raw`(?<= )(?<last>${BARE}|${WITH_ZU})(?: lassen)?[.!]?$`;
/** One does, several do: "Parameter werden" is nobody. */
const who = (one: string, several: string) =>
  String.raw`(?:(?<who>${NAME}) (?:${one})|(?<who>${PAIR}) (?:${several}))`;

const pattern = (source: string) => new RegExp(`^${source}`, "u");

const TAKES = pattern(
  String.raw`(?:Ich (?:${TAKES_ON[0]})|Wir (?:${TAKES_ON[2]})|${who(TAKES_ON[1], TAKES_ON[3])})(?<rest>.*)$`,
);
const DOES = pattern(
  String.raw`(?:Ich (?:${ONE_OF(0)})|Wir (?:${ONE_OF(2)})|${who(ONE_OF(1), ONE_OF(2))})(?<rest> .*)$`,
);
const TURNED = pattern(
  String.raw`(?:Bis|Am|Heute|Morgen|Übermorgen|Nächste|Diese|Kommende|Danach)\b[\p{L}\d. ]{0,30}? (?:(?:${ONE_OF(0)}) ich|(?:${ONE_OF(2)}) wir|(?:${ONE_OF(1)}) (?<who>${NAME})|(?:${ONE_OF(2)}) (?<who>${PAIR}))(?<rest> .*)$`,
);
/** "Bis Montag habe ich die Folien fertig." */
const HAS_READY = pattern(
  String.raw`(?:Bis|Am|Heute|Morgen)\b[\p{L}\d. ]{0,30}? (?:habe ich|haben wir|hat (?<who>${NAME})|haben (?<who>${PAIR}))(?<rest> [^,]*) fertig[.!]?$`,
);
/** One's own evening is no promise: "Ich lese heute noch ein bisschen." */
const OWN_TIME =
  /^Ich (?:lese|koche|backe|fahre|mache|kaufe|räume|trage|nehme|spreche)(?![\p{L}])(?!.*(?:für|mit|von|bei|zu|an|dir|euch|ihr|ihm|ihnen)(?![\p{L}]))/u;
const WILL = pattern(String.raw`(?:Ich werde|Wir werden|${who("wird", "werden")})(?<rest> .*)${LAST}`);
const WANTED = pattern(
  String.raw`${who("wollte|will|sollte|soll", "wollten|wollen|sollten|sollen")} (?<whom>mir|uns)(?<rest> .*)${LAST}`,
);
const MUST = pattern(String.raw`(?:Ich (?:muss|soll)|Muss|Soll) (?<whom>${NAME})(?<rest> .*)${LAST}`);
const GAVE = pattern(
  String.raw`(?:(?:Ich habe?|Wir haben|${who("hat", "haben")})(?<rest> (?:[^,:]+ )?)(?:versprochen|zugesagt|angeboten|zugesichert|versichert)|Versprochen|Zugesagt)\s*[,:] (?<what>.+)$`,
);
const AGREED = pattern(
  String.raw`Wir haben (?:vereinbart|beschlossen|abgemacht|ausgemacht), dass (?<who>${NAME}|${PAIR}|ich|wir)(?<rest> .*)$`,
);
const OWES = pattern(
  String.raw`(?:Ich (?:schulde|bin)|Wir (?:schulden|sind)|${who("schuldet|ist", "schulden|sind")}) (?<whom>mir|uns|${NAME}|meine[mr] \p{Lu}\p{Ll}+|der \p{Lu}\p{Ll}+|dem \p{Lu}\p{Ll}+)(?<rest> .+)$`,
);
const SPEAKER = pattern(String.raw`(?<who>${NAME})\s*[:–]\s+(?<rest>.* )${LAST_OR_ZU}`);

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
  return isName(who) && !who.split(/ (?:und |& )?/).some(isNobody) ? withoutAt(who) : undefined;
}

/** Endings of nouns and adverbs. */
const ENDING =
  /(?:ung|ungen|heit|keit|schaft|tion|tionen|tät|ismus|lich|weise|mäßig|falls|dings|seits|stens)$/u;
const PLACE = "(?:da|dar|hier|wo|wor)(?:durch|mit|zu|für|bei|nach|von|aus|her|an|auf|gegen|um)";
const BEGINNING = new RegExp(
  String.raw`^(?:${PLACE}|(?:dies|jen|solch|obig)\p{L}*|deshalb|deswegen|demzufolge|stattdessen|außerdem|derzeit|optional|insbesondere|somit|ansonsten|sonst|zunächst|zuerst|zuletzt|nun|per)$`,
  "iu",
);

/** A noun, an adverb or a state at the beginning of a sentence. */
const isNobody = (word: string): boolean =>
  ENDING.test(word) || BEGINNING.test(word) || states().has(word.toLowerCase());

let known: ReadonlySet<string> | undefined;

/** As the language's own data names them. */
function states(): ReadonlySet<string> {
  const names = new Intl.DisplayNames("de", { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  return (known ??= new Set(
    letters.flatMap((one) => letters.flatMap((other) => names.of(one + other)?.toLowerCase() ?? [])),
  ));
}

const found = (groups: Record<string, string | undefined>, rest = groups["rest"] ?? ""): Found | null => {
  const from = person(groups["who"]);
  return from === undefined ? null : { from, rest };
};

const readTakes: Reader = (sentence) => {
  const groups = groupsOf(TAKES, sentence);
  return groups && !OFFICE.test(groups["rest"]!) ? found(groups) : null;
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
