import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown, frontmatterToMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown, mathToMarkdown } from "mdast-util-math";
import type { Options } from "mdast-util-to-markdown";
import { toMarkdown } from "mdast-util-to-markdown";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";
import { dollarMath } from "./dollar-math.ts";

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
  }
  interface PhrasingContentMap {
    verbatim: Verbatim;
  }
}

const FRONT_MATTER: ("yaml" | "toml")[] = ["yaml", "toml"];
const syntax = [gfm(), frontmatter(FRONT_MATTER), dollarMath()];
const building = [gfmFromMarkdown(), frontmatterFromMarkdown(FRONT_MATTER), mathFromMarkdown()];

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

const writing: Options = {
  bullet: "-",
  bulletOther: "*",
  emphasis: "*",
  rule: "-",
  fences: true,
  listItemIndent: "one",
  handlers: { verbatim },
  extensions: [
    gfmToMarkdown({ tablePipeAlign: false }),
    frontmatterToMarkdown(FRONT_MATTER),
    {
      ...mathWriting,
      // As narrow as dollar-math.ts reads, so that prices stay free of backslashes.
      unsafe: [
        ...(mathWriting.unsafe ?? []).filter((pattern) => pattern.inConstruct !== "phrasing"),
        { character: "$", after: "[^\\s\\d]", inConstruct: "phrasing" },
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
  return writeBlock({ type: "paragraph", children: [node] }).replace(/\\?\n/g, " ");
}
