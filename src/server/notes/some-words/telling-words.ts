import { folded } from "#contract/shared/fold-diacritics.ts";
import { segmentWords } from "#document/text/words.ts";

const LEAST_LETTERS = 2;

/** Words that stand in every text, of the languages in which most notes here are written. */
const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be been before but by can could did do does for from had has have he her here him his how i if in
  into is it its just like me more my new no not of off on one or our out over she so some than that the their them then there these they this to up us was we
  were what when where which who will with would you your
  aber alle als am an auch auf aus bei bin bis das dass dein dem den der des die doch du durch ein eine einem einen einer es fur hat habe haben ich ihr im in
  ist ja kann mein mit nach nicht noch nur oder ohne sein sich sie sind so uber um und uns unser von vor war was wenn wer wie wir wird zu zum zur
  au aux avec ce ces cette comme dans de des du elle en est et il ils je la le les leur lui ma mais mes mon ne nos notre nous ou par pas pour qui sa se ses son sont sur un une vous
  al con como del desde el ella en entre es esta este la las lo los mas mi muy no nos nuestro o para pero por que se si sin sobre su sus un una y ya
  ao com da das do dos e em mais meu minha na nas no nos nossa nosso os pelo por que se sem seu sua um uma
  av da den det ei ein en er et fra har hun i ikke jeg med men min og om pa seg som til var vi vil
  why does did done should may might must while during`.split(/\s+/),
);

const ASCII = /^\p{ASCII}*$/u;
/** The rules of Unicode (UAX 29, WB5 to WB13b) for these letters alone: what stands within a word or a number, and what ends it. */
const ASCII_WORD = /[a-z0-9_]+(?:(?<=[a-z])['.:](?=[a-z])[a-z0-9_]+|(?<=[0-9])['.,;](?=[0-9])[a-z0-9_]+)*/g;

/** Every word of a text in its order, small and without marks. A text in ASCII is taken apart in a fifth of the time. */
export const wordsIn = (text: string): string[] =>
  ASCII.test(text)
    ? (text.toLowerCase().match(ASCII_WORD) ?? []).filter((word) => word !== "_")
    : segmentWords(text).map(({ segment }) => folded(segment));

/** Whether a word says what a text is about. */
export const isTelling = (word: string): boolean =>
  !STOP_WORDS.has(word) &&
  !/^\d{1,3}$/.test(word) &&
  (word.length >= LEAST_LETTERS || /\p{Script=Han}/u.test(word));

/** The words that say what a text is about, each once. */
export const tellingWords = (text: string): string[] => [...new Set(wordsIn(text).filter(isTelling))];
