import type { Extension } from "mdast-util-from-markdown";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown, frontmatterToMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown, mathToMarkdown } from "mdast-util-math";
import type { Options } from "mdast-util-to-markdown";
import { defaultHandlers, toMarkdown } from "mdast-util-to-markdown";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";
import { dollarMath } from "./dollar-math.ts";
import { type Highlighted, highlights, highlightsFromMarkdown, highlightWriting } from "./highlight.ts";
import { listsAfterCode } from "./list-after-code.ts";
import { type WikiLink, wikiLinks, wikiLinksFromMarkdown } from "./wiki-link.ts";

export type Root = ReturnType<typeof fromMarkdown>;
/** Any node below the root, whether block or inline. */
export type TreeNode = Root["children"][number];
export type NodeOf<Type extends TreeNode["type"]> = Extract<TreeNode, { type: Type }>;
export type Phrasing = NodeOf<"paragraph">["children"][number];

/** Text that goes out as it is: the source of raw nodes. */
export interface Verbatim {
  type: "verbatim";
  value: string;
  position?: Root["position"];
}

/** Front matter between plus signs; its package declares only the YAML kind. */
export interface Toml {
  type: "toml";
  value: string;
  position?: Root["position"];
}

declare module "mdast" {
  interface RootContentMap {
    verbatim: Verbatim;
    toml: Toml;
    wikiLink: WikiLink;
    highlight: Highlighted;
  }
  interface PhrasingContentMap {
    verbatim: Verbatim;
    wikiLink: WikiLink;
    highlight: Highlighted;
  }
}

const FRONT_MATTER: ("yaml" | "toml")[] = ["yaml", "toml"];
const syntax = [gfm(), frontmatter(FRONT_MATTER), dollarMath(), wikiLinks(), highlights(), listsAfterCode()];
const building = [
  gfmFromMarkdown(),
  frontmatterFromMarkdown(FRONT_MATTER),
  mathWithSource(),
  wikiLinksFromMarkdown(),
  highlightsFromMarkdown(),
];

/** Formulas as they were written: the number of dollars decides what may stand between them. */
function mathWithSource(): Extension {
  const extension = mathFromMarkdown();
  const exit = extension.exit?.mathText;
  return {
    ...extension,
    exit: {
      ...extension.exit,
      mathText(token) {
        // The last one is the buffer in which the text of the formula gathers.
        const node = this.stack.at(-2);
        exit?.call(this, token);
        if (node?.type === "inlineMath")
          node.data = { source: this.sliceSerialize(token) } as typeof node.data;
      },
    },
  };
}

export function formulaSource(node: NodeOf<"inlineMath">): string {
  const source = (node.data as { source?: unknown } | undefined)?.source;
  return typeof source === "string" ? source : `$${node.value}$`;
}

/** The syntax tree of CommonMark with GFM, front matter and math. Line ends must be plain newlines. */
export function readTree(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: syntax, mdastExtensions: building });
}

const PIPE = /(\\*)\|/g;

function verbatim(node: Verbatim, _parent: unknown, state: { stack: string[] }): string {
  if (!state.stack.includes("tableCell")) return node.value;
  // In a cell a bare pipe would end it.
  return node.value.replace(PIPE, (pipe, slashes: string) =>
    slashes.length % 2 === 1 ? pipe : `${slashes}\\|`,
  );
}
verbatim.peek = (node: Verbatim) => node.value.charAt(0);

const mathWriting = mathToMarkdown();

/**
 * A paragraph is one line. Every dollar is escaped but those that dollar-math.ts takes for money: prices stay free of
 * backslashes.
 */
const text: typeof defaultHandlers.text = (node, parent, state, info) => {
  const oneLine = { ...node, value: node.value.replaceAll("\n", " ") };
  const written = defaultHandlers
    .text(oneLine, parent, state, info)
    .replace(/\\\$(?=\d|[ \t]+\S)/g, "$")
    // Before a letter it begins no heading, and behind a backslash it would be no tag elsewhere.
    .replace(/^\\#(?=\p{L})/u, "#")
    // Two equals signs between spaces mark nothing, nor do three and more anywhere.
    .replace(/(?<=[ \t])=\\=(?=[ \t])/g, "==")
    .replace(/(?<=[^=\\])(?:\\?=){3,}(?=[^=])/g, (signs) => signs.replaceAll("\\", ""));
  return state.stack.includes("tableCell") ? withVisibleEdges(written) : written;
};

/** Some readers take hard spaces at the edge of a cell for its padding. */
function withVisibleEdges(cell: string): string {
  return cell.replace(/^[ \u00a0]+|[ \u00a0]+$/g, (edge) => edge.replaceAll("\u00a0", "&nbsp;"));
}

/** Addresses that mean the same between angle brackets as anywhere else. */
const PLAIN_ADDRESS = /^(?:https?:\/\/[^\s<>|\\]+|mailto:[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*)$/i;

type LinkHandler = typeof defaultHandlers.link;

const link: LinkHandler & { peek: LinkHandler["peek"] } = (node, parent, state, info) =>
  withStyle(node, state, () => defaultHandlers.link(node, parent, state, info));
link.peek = (node, parent, state) =>
  withStyle(node, state, () => defaultHandlers.link.peek(node, parent, state));

function withStyle(node: NodeOf<"link">, state: Parameters<LinkHandler>[2], write: () => string): string {
  const before = state.options.resourceLink;
  state.options.resourceLink = !PLAIN_ADDRESS.test(node.url);
  const written = write();
  state.options.resourceLink = before;
  return written;
}

const inlineMath = (node: NodeOf<"inlineMath">, parent: unknown, state: { stack: string[] }) =>
  verbatim({ type: "verbatim", value: formulaSource(node) }, parent, state);
inlineMath.peek = () => "$";

const wikiLink = (node: WikiLink, parent: unknown, state: { stack: string[] }) =>
  verbatim({ type: "verbatim", value: node.value }, parent, state);
wikiLink.peek = (node: WikiLink) => node.value.charAt(0);

/** Dashes under a line would make it a heading; a list's own bullet before a rule of the same would join it. */
const thematicBreak = (_node: unknown, _parent: unknown, state: { bulletCurrent?: string | undefined }) =>
  state.bulletCurrent === "*" ? "___" : "***";

const writing: Options = {
  bullet: "-",
  bulletOther: "*",
  emphasis: "*",
  fences: true,
  listItemIndent: "one",

  extensions: [
    gfmToMarkdown({ tablePipeAlign: false }),
    frontmatterToMarkdown(FRONT_MATTER),
    highlightWriting,
    {
      ...mathWriting,
      handlers: { ...mathWriting.handlers, verbatim, text, link, inlineMath, thematicBreak, wikiLink },
      unsafe: [
        ...(mathWriting.unsafe ?? []).filter((pattern) => pattern.inConstruct !== "phrasing"),
        { character: "$", inConstruct: "phrasing" },
        { character: "&", after: "[#A-Za-z]", inConstruct: "mathFlowMeta" },
        // The text of a link could be read as the name of a footnote.
        { character: "^", before: "\\[", inConstruct: "label" },
      ],
    },
  ],
};

/** Markdown of a tree in our one canonical style, ending with a newline unless it is empty. */
export function writeTree(root: Root): string {
  return root.children.length === 0 ? "" : toMarkdown(root, writing);
}

/** Markdown of one block, without the final newline. */
export function writeBlock(node: TreeNode): string {
  return writeTree({ type: "root", children: [node] }).replace(/\n$/, "");
}

/** Markdown of one inline node, on one line. */
export function writeInline(node: Phrasing): string {
  return writeBlock({ type: "paragraph", children: [node] })
    .replace(/\\\n/g, "<br>")
    .replaceAll("\n", " ");
}
