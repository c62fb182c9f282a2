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

/** More than the letters of any text that people write; texts that hold all letters there are fill no memory. */
const MOST_KNOWN = 10_000;
const known = new Map<string, string>();

/** Each letter is taken apart once: a long text would pay for it a hundred thousand times. */
function plainly(character: string): string {
  let plain = known.get(character);
  if (plain !== undefined) return plain;
  const small = character.toLowerCase();
  plain = PLAINLY[small] ?? small.normalize("NFKD").replaceAll(/[\u0300-\u036f]/g, "");
  if (known.size < MOST_KNOWN) known.set(character, plain);
  return plain;
}

/** In small letters without marks: "Café" and "cafe" are the same. */
export function folded(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  let plain = "";
  for (const character of text) plain += plainly(character);
  return plain;
}

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
