/** What was dictated, in its order. */
export type Dictated =
  | { kind: "text"; text: string }
  | { kind: "line" | "paragraph" | "todo" | "heading" | "bullet" | "undo" | "stop" };

/** Said in the middle of a sentence, they are no words of it. */
const BREAKS: [RegExp, "line" | "paragraph"][] = [
  [/new[ -]?line|next line/iu, "line"],
  [/new paragraph|next paragraph/iu, "paragraph"],
];
/** Only at the beginning of what is said, or of a line: elsewhere they are words like others. */
const BEGINNINGS: [RegExp, "todo" | "heading" | "bullet"][] = [
  [/^(?:to[ -]?do|new task)(?=$|[\s,.:;!?])/iu, "todo"],
  [/^heading(?=$|[\s,.:;!?])/iu, "heading"],
  [/^bullet(?: point)?(?=$|[\s,.:;!?])/iu, "bullet"],
];
/** Only where nothing else is said. */
const ALONE: [RegExp, "undo" | "stop"][] = [
  [/^(?:undo|undo that|scratch that)$/iu, "undo"],
  [/^(?:stop dictation|stop dictating|end dictation)$/iu, "stop"],
];
const MARKS: [RegExp, string][] = [
  [/\s*[,.]?\s*\b(?:question mark)\b[.,?]?/giu, "?"],
  [/\s*[,.]?\s*\b(?:exclamation (?:mark|point))\b[.,!]?/giu, "!"],
  [/\s*[,.]?\s*\bfull stop\b[.,]?/giu, "."],
  [/\s*[,.]?\s*\bsemicolon\b[.,;]?/giu, ";"],
  [/\s*[,.]?\s*\bcomma\b[.,]?/giu, ","],
  [/\s*[,.]?\s*\bcolon\b[.,:]?/giu, ":"],
  // A word like others elsewhere: "a period of time".
  [/\s*[,.]?\s*\bperiod[.,]?$/giu, "."],
];

const BREAK = /[\s,.;]*\b(new[ -]?line|next line|new paragraph|next paragraph)\b[\s,.;:]*/giu;

/** What somebody said, as words came of it, with the commands that are in it. */
export function readDictation(words: string): Dictated[] {
  const said = words.trim().replaceAll(/\s+/g, " ");
  const alone = ALONE.find(([command]) => command.test(said.replaceAll(/[.,!?]/g, "").trim()));
  if (alone) return [{ kind: alone[1] }];
  const found: Dictated[] = [];
  let from = 0;
  for (const match of said.matchAll(BREAK)) {
    found.push(...readLine(said.slice(from, match.index)));
    found.push({ kind: BREAKS.find(([command]) => command.test(match[1]!))![1] });
    from = match.index + match[0].length;
  }
  return [...found, ...readLine(said.slice(from))];
}

function readLine(line: string): Dictated[] {
  const begins = BEGINNINGS.find(([command]) => command.test(line));
  if (!begins) return textOf(line);
  return [{ kind: begins[1] }, ...textOf(capital(line.replace(begins[0], "").replace(/^[\s,.:;!?]+/u, "")))];
}

function textOf(words: string): Dictated[] {
  const text = MARKS.reduce((said, [mark, sign]) => said.replaceAll(mark, sign), words.trim()).replaceAll(
    /([?!.])\s+(\p{Ll})/gu,
    (_, end: string, letter: string) => `${end} ${letter.toUpperCase()}`,
  );
  return text ? [{ kind: "text", text }] : [];
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Writing without spaces between words. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。「」]/u;
/** A model writes each sentence for itself, with a capital; in the middle of another these have none. */
const SMALL =
  /^(?:And|But|Or|The|A|An|To|Of|In|On|At|For|With|From|By|Is|Are|Was|Were|That|This|It|Then|So|Because|When|Which|Who)\b/u;

/** A text as it follows what stands before the caret: with a space where one belongs, and a capital where a sentence begins. */
export function fitted(text: string, before: string): string {
  const isStart = /(?:^|[.!?…]["'”’)\]]*)\s*$/u.test(before);
  const cased = isStart ? capital(text) : SMALL.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
  const last = before.at(-1) ?? "";
  const first = text[0] ?? "";
  const isClose = last === "" || /[\s([{“‘«/-]/u.test(last) || /[.,;:!?)\]}”’»…]/u.test(first);
  return isClose || DENSE.test(last) || DENSE.test(first) ? cased : ` ${cased}`;
}
