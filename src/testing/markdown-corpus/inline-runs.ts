import type MarkdownIt from "markdown-it";
import type { Rule } from "./allowed.ts";

export type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];
type Met = (rule: Rule, times?: number) => void;

/** A piece of text (or of code, a tag, an image) with everything that holds for it, in one order. */
export type Run = { key: string; marks: string[] };

const ORDER = ["link", "strong", "em", "s"];
const rank = (mark: string) => ORDER.indexOf(mark.split(" ")[0] ?? "");

/** The inline content of a block. */
export function readRuns(tokens: Token[], met: Met): Run[] {
  const runs: Run[] = [];
  const open: string[] = [];
  for (const token of tokens) {
    if (token.nesting === 1) {
      const mark = markOf(token);
      if (open.some((other) => rank(other) > rank(mark))) met("mark-order");
      if (open.includes(mark)) met("mark-doubled");
      open.push(mark);
    } else if (token.nesting === -1) open.pop();
    else add(runs, leaf(token, met), inOrder(open), met);
  }
  return trimmed(withSingleTildes(withoutBareLinks(runs, met), met), met);
}

const inOrder = (marks: string[]) => [...new Set(marks)].sort((a, b) => rank(a) - rank(b));

const SINGLE = /(?<!~)~(?!~|\s)([^~]*[^~\s])~(?!~)/g;

/** GFM strikes with one tilde as well as with two; this parser knows two only. */
function withSingleTildes(runs: Run[], met: Met): Run[] {
  return runs.flatMap((run) => {
    if (!run.key.startsWith("text:")) return [run];
    return run.key
      .slice(5)
      .split(SINGLE)
      .flatMap((part, index): Run[] => {
        const isStruck = index % 2 === 1;
        if (isStruck) met("single-tilde");
        const marks = isStruck ? inOrder([...run.marks, "s"]) : run.marks;
        return part === "" ? [] : [{ key: `text:${part}`, marks }];
      });
  });
}

function markOf(token: Token): string {
  if (token.type !== "link_open") return token.type.replace(/_open$/, "");
  return `link ${JSON.stringify([token.attrGet("href"), token.attrGet("title") ?? ""])}`;
}

function leaf(token: Token, met: Met): string {
  switch (token.type) {
    case "text":
    case "text_special":
      if (token.content.includes("\n")) met("line-end");
      return `text:${token.content.replaceAll("\n", " ")}`;
    case "softbreak":
      met("line-end");
      return "text: ";
    case "hardbreak":
      return "break";
    case "code_inline":
      return `code:${token.content}`;
    case "html_inline":
      if (/^<br\s*\/?>$/i.test(token.content)) {
        met("br-tag");
        return "break";
      }
      return `html:${oneLine(token.content, met)}`;
    case "image":
      return `image:${JSON.stringify([token.attrGet("src"), altOf(token), token.attrGet("title") ?? ""])}`;
    default:
      return `${token.type}:${JSON.stringify([token.content, token.meta])}`;
  }
}

function oneLine(html: string, met: Met): string {
  const line = html.replace(/[ \t]*\n[ \t]*/g, " ");
  if (line !== html) met("html-line-end");
  return line;
}

/** What stands in for an image where there are none: the text within, without its marks. */
function altOf(token: Token): string {
  return (token.children ?? [])
    .map((child) =>
      child.type === "softbreak" ? " " : child.type === "image" ? altOf(child) : child.content,
    )
    .join("");
}

function add(runs: Run[], key: string, marks: string[], met: Met): void {
  const last = runs.at(-1);
  const isText = key.startsWith("text:");
  if (isText && last?.key.startsWith("text:") && String(last.marks) === String(marks)) {
    last.key += key.slice(5);
    return;
  }
  if (key.startsWith("html:") && last?.key.startsWith("html:")) {
    last.key += key.slice(5);
    return;
  }
  const isBare = key === "break" || key.startsWith("html:");
  if (isBare && marks.length > 0) met("marked-tag");
  if (key !== "text:") runs.push({ key, marks: isBare ? [] : marks });
}

/** White space around a line break and at the edges of a block shows nothing. */
function trimmed(runs: Run[], met: Met): Run[] {
  const result: Run[] = [];
  runs.forEach((run, index) => {
    let { key } = run;
    if (key.startsWith("text:")) {
      if (index === 0 || runs[index - 1]?.key === "break")
        key = `text:${key.slice(5).replace(/^[ \t]+/, "")}`;
      if (index === runs.length - 1 || runs[index + 1]?.key === "break") key = key.replace(/[ \t]+$/, "");
      if (key !== run.key) met("space-at-break");
    }
    if (key !== "text:") result.push({ ...run, key });
  });
  return result;
}

/** `<https://a.b>` says what `https://a.b` says, to every reader that makes links of bare addresses. */
function withoutBareLinks(runs: Run[], met: Met): Run[] {
  const result: Run[] = [];
  const linkOf = (run: Run | undefined) => run?.marks.find((mark) => mark.startsWith("link "));
  runs.forEach((run, index) => {
    const link = linkOf(run);
    const isAlone = link !== linkOf(runs[index - 1]) && link !== linkOf(runs[index + 1]);
    if (link === undefined || !isAlone || !isBare(run.key, link)) return add(result, run.key, run.marks, met);
    met("bare-address");
    add(
      result,
      run.key,
      run.marks.filter((mark) => mark !== link),
      met,
    );
  });
  return result;
}

function isBare(key: string, link: string): boolean {
  const [href, title] = JSON.parse(link.slice(5)) as [string, string];
  const starts = ["", "http://", "mailto:"];
  return title === "" && key.startsWith("text:") && starts.some((start) => start + key.slice(5) === href);
}
