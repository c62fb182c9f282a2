/** Begins with a capital in English and is nobody's name, at the beginning of a sentence above all. */
const NOBODY = new Set(
  `a an the this that these those it its he she they you your my our his her their who what which when where why how if as at by for from in into of on or and but so
  no not yes all any both each every everybody everyone everything nobody nothing one some someone something there here then also please note notes only just
  now later today tomorrow tonight yesterday monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
  january february march april june july august september october november december jan feb mar apr jun jul aug sep oct nov dec
  spring summer autumn winter christmas easter morning noon evening lunch
  user users people customer customers client clients server servers version versions release releases code function functions method methods class
  tests test file files option options default action actions todo fixed added removed changed support api app application browser command commands
  update updates module package packages library plugin error errors event events value values data type types object array string number
  rain snow sun wind storm weather upstream changelog still must will need going gonna have let promised told offered agreed next muss soll morgen übermorgen
  bug bugs feature features issue issues warning example examples see use using used how things steps step usage install installation ability attempt need needs
  time times way ways set right left able ready due order easy free open next previous first second last new old good bad
  der die das den dem des ein eine einen einem einer eines es er sie ihr ihre sein seine man wer was wann wo wie warum wenn falls ob dass und oder aber nur auch noch
  hier dort dann alle alles jeder jede jedes niemand nichts kein keine heute morgen gestern montag dienstag mittwoch donnerstag freitag samstag sonntag
  nächste nächsten nächstes kommende kommenden kommendes diese diesen dieses
  januar februar märz mai juni juli oktober dezember frühling sommer herbst winter weihnachten ostern wir ich bitte vielleicht mir mich uns dir dich euch ihm ihn ihnen
  bis am im um zum zur mit bei von für an auf`.split(/\s+/),
);
/** May stand for somebody at the beginning of a sentence: of one's family. */
export const KIN = String.raw`(?:Mum|Mom|Dad|Grandma|Grandpa|Mama|Papa|Oma|Opa|[Mm]y (?:sister|brother|boss|manager|wife|husband|neighbou?r|landlord|mother|father|son|daughter)|[Mm]eine? (?:Bruder|Schwester|Chefin|Chef|Frau|Mann|Nachbarin|Nachbar|Mutter|Vater|Sohn|Tochter)|The (?:landlord|plumber|electrician|lawyer|accountant|caterer|architect)|(?:Der|Die) (?:Chefin|Chef|Vermieterin|Vermieter|Nachbarin|Nachbar|Kollegin|Kollege|Handwerker|Klempner|Elektriker|Lehrerin|Lehrer|Steuerberaterin|Steuerberater))`;
const TITLE = String.raw`(?:(?:Dr|Mrs?|Ms|Prof)\.? |Herr |Frau )`;
const GIVEN = String.raw`(?:\p{Lu}[’'])?\p{Lu}\p{Ll}+(?:-?\p{Lu}\p{Ll}+)?`;

/** Somebody by name, as a pattern; `isName` says whether what it found may be one. */
export const NAME = String.raw`(?:${KIN}|@[\p{L}][\p{L}\d_.-]*|${TITLE}${GIVEN}|${GIVEN}(?: ${GIVEN})?)`;
/** Several by name. */
export const PAIR = String.raw`(?:${NAME}(?: (?:and|und|&) ${NAME})+)`;
export const NAMES = String.raw`(?:${NAME}(?: (?:and|und|&) ${NAME})*)`;

export function isName(words: string): boolean {
  return words
    .split(/ (?:and|und|&) /)
    .every(
      (each) => new RegExp(`^${KIN}$`, "u").test(each) || each.split(" ").every((word) => isNameWord(word)),
    );
}

/** "PolicyKit", not "McKenna" and "DeLuca". */
const PRODUCT = /\p{Ll}\p{Lu}/u;
const WITH_CAPITAL = /^(?:Mc|Mac|De|Di|La|Le|Van|Von|O[’'])\p{Lu}/u;

function isNameWord(word: string): boolean {
  const bare = word.replace(/^@/, "").replace(/\.$/, "").toLowerCase();
  return bare.length > 1 && !NOBODY.has(bare) && (!PRODUCT.test(word) || WITH_CAPITAL.test(word));
}

export const withoutAt = (name: string): string => name.replace(/^@/, "");
