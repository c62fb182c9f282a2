/** Verbs of every day whose forms no ending tells, each with its forms. */
const IRREGULAR =
  `be was were been|begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen|come came|cost costs|cut cuts
do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|find found|fly flew flown|forget forgot forgotten|freeze froze frozen
get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known|lead led|leave left leaves leaf|lend lent|lie lay lain
lose lost|make made|mean meant|meet met|pay paid|read reads|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|sell sold|send sent|shake shook shaken
show shown|sing sang sung|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|swim swam swum|take took taken|teach taught|tell told|think thought
throw threw thrown|understand understood|wake woke woken|wear wore worn|win won|write wrote written
child children|foot feet|tooth teeth|man men|woman women|person people|mouse mice|knife knives|shelf shelves|wife wives`
    .split(/[|\n]/)
    .map((forms) => forms.split(" "));
const BASES = new Map(IRREGULAR.flatMap(([base = "", ...forms]) => forms.map((form) => [form, base])));
const FORMS = new Map(IRREGULAR.map(([base = "", ...forms]) => [base, forms]));

/** English endings, the longest first, and what stands there instead. */
const ENDINGS = [
  ["iest", "y"],
  ["ment", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["ing", ""],
  ["est", ""],
  ["ed", ""],
  ["es", ""],
  ["er", ""],
  ["en", ""],
  ["ly", ""],
  ["s", ""],
  ["e", ""],
] as const;
/** Letters that have to be left: of "care" it would be those of "car". */
const LEAST = 3;
const LEAST_OF_E = 4;

/** What the forms of an English word have in common: of "paid", "pays" and "payment" it is one, of "baking" and "bakes", too. */
export function stemOf(word: string): string {
  const base = BASES.get(word) ?? word;
  if (!/^[a-z]+$/.test(base)) return base;
  if (base.length <= LEAST) return withoutY(base);
  const found = ENDINGS.find(
    ([ending, instead]) =>
      base.endsWith(ending) &&
      base.length - ending.length + instead.length >= (ending === "e" ? LEAST_OF_E : LEAST) &&
      !(ending === "s" && base.endsWith("ss")),
  );
  const stem = found ? base.slice(0, -found[0].length) + found[1] : base;
  return withoutY(stem.replace(/([bdgklmnprt])\1$/, "$1"));
}

/** "Flies" has an i for the y of "fly"; "days" has not. */
const withoutY = (stem: string) => stem.replace(/(?<=[^aeiou])y$/, "i");

/** Other forms of a word, which the index knows as words of their own. */
export function formsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  const base = BASES.get(word);
  if (base) return [base, ...(FORMS.get(base) ?? [])].filter((form) => form !== word);
  const forms = FORMS.get(word) ?? [];
  const singular = word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^s])s$/, "");
  const plural = word.endsWith("y") && !/[aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
  return [...forms, singular === word ? plural : singular];
}
