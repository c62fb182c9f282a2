/** Widths of Arial, in thousandths of its size: what result pages set titles in. Letters that are not listed count as wide as an "n". */
const WIDTHS: [letters: string, width: number][] = [
  ["ijl'", 222],
  ["|", 260],
  ["ft I.,:;!/\\[]", 278],
  ["r()-`{}", 333],
  ["cksvxyzJ", 500],
  ['"', 355],
  ["abdeghnopqu0123456789L?_$#", 556],
  ["FTZ+<>=~", 600],
  ["ABEKPSVXY&", 667],
  ["CDHNRUw", 722],
  ["GOQ", 778],
  ["mM", 833],
  ["W%", 920],
  ["@", 1015],
];
const BY_LETTER = new Map(
  WIDTHS.flatMap(([letters, width]) => Array.from(letters, (letter) => [letter, width] as const)),
);
const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Emoji_Presentation}]/u;

/** How wide a line of text is, in pixels, when its letters are so many pixels high. */
export function widthOf(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += BY_LETTER.get(letter) ?? (WIDE.test(letter) ? 1000 : 556);
  return Math.round((width * size) / 1000);
}

/** Size of titles on result pages, and the room that they have, in pixels. */
export const TITLE_SIZE = 20;
export const TITLE_ROOM = 580;

/** A text as result pages cut it: between words, with dots, where it does not fit. */
export function cutTo(text: string, size: number, room: number): string {
  if (widthOf(text, size) <= room) return text;
  const words = text.split(" ");
  while (words.length > 1 && widthOf(`${words.join(" ")} ...`, size) > room) words.pop();
  return `${words.join(" ")} ...`;
}
