/** Letters that have no marks to take off and are written in plain letters all the same; as `folded` of the database has them. */
const PLAINLY: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  ð: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  // A letter of its own.
  й: "й",
};

function plainly(character: string): string {
  const small = character.toLowerCase();
  // Most letters of most texts; the rest costs ten times as much.
  if (small <= "\u007f") return small;
  return PLAINLY[small] ?? small.normalize("NFKD").replaceAll(/[\u0300-\u036f]/g, "");
}

/** In small letters without marks: "Café" and "cafe" are the same. */
export const folded = (text: string): string =>
  /^\p{ASCII}*$/u.test(text) ? text.toLowerCase() : Array.from(text, plainly).join("");

/** The same, with where each of its units stands in the text; one place more, for the end. */
export function foldedWithPlaces(text: string): { plain: string; places: number[] } {
  let plain = "";
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = plainly(character);
    for (let unit = 0; unit < part.length; unit++) places.push(at);
    plain += part;
    at += character.length;
  }
  places.push(text.length);
  return { plain, places };
}
