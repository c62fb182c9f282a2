/** Marks at the beginning of a line that are structure, which the text around them has of its own. */
const LINE_MARK = /^[ \t]*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)[ \t]+/;
const lines = (text: string) => text.split("\n");

/**
 * An answer as words of the text it stands for: without Markdown that the text itself does not have, without links and pictures that it
 * does not have, with one break between its lines and the spaces around it that were there.
 */
export function cleanedAnswer(answer: string, old: string): string {
  let words = answer.replace(/\r\n?/g, "\n").replace(/!\[([^\]\n]*)\]\([^)\n]*\)/g, "$1");
  if (!old.includes("](")) words = words.replace(/(?<!\[)\[([^[\]\n]+)\]\([^)\n]*\)/g, "$1");
  if (!old.includes("**")) words = words.replace(/\*\*([^\n]+?)\*\*/g, "$1");
  if (!old.includes("__")) words = words.replace(/(?<!\w)__([^\n]+?)__(?!\w)/g, "$1");
  if (!old.includes("*")) words = words.replace(/(?<![\w*])\*([^*\s](?:[^*\n]*[^*\s])?)\*(?![\w*])/g, "$1");
  if (!old.includes("`")) words = words.replace(/`([^`\n]+)`/g, "$1");
  const hasMarks = lines(old).some((line) => LINE_MARK.test(line));
  if (!hasMarks)
    words = lines(words)
      .map((line) => line.replace(LINE_MARK, ""))
      .join("\n");
  words = withoutNewNodes(words, old).trim();
  const [before = "", after = ""] = [/^\s*/.exec(old)?.[0], /\s*$/.exec(old)?.[0]];
  return `${before}${words}${after}`.replace(/[ \t]*\n\s*/g, "\n");
}

/** Of names between brackets that it made up the words stay, of signs nothing. */
const withoutNewNodes = (words: string, old: string): string =>
  words
    .replace(/⟦[^⟧\n]*⟧/g, (sign) => (old.includes(sign) ? sign : ""))
    .replace(/!?\[\[([^[\]\n]+)\]\]/g, (link, name: string) => (old.includes(link) ? link : name));

/** The same for an answer in a block of code, where every space counts. */
export const cleanedCode = (answer: string): string =>
  answer.replace(/\r\n?/g, "\n").replace(/^```[\w-]*\n([^]*?)\n?```$/, "$1");
