import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { Fragment, memo, useEffect, useMemo, useState, type ReactNode } from "react";
import type { Citation } from "#contract/chat.ts";
import { CITATION_MARK } from "#contract/wire/answers.ts";
import { t } from "../../../lib/messages/t.ts";
import { Formula } from "./formula.tsx";
import { CodeBlock } from "./code-block.tsx";
import { CitationChip } from "./citation-chip.tsx";
import type { MathSyntax } from "./math-syntax.ts";
import { splitAnswer } from "./split-answer.ts";

type AnswerTextProps = {
  text: string;
  citations: readonly Citation[];
  /** Numbers of citations whose source has changed. */
  changed: ReadonlySet<number>;
};
type Root = ReturnType<typeof fromMarkdown>;
type RootContent = Root["children"][number];
type Nodes = Root | RootContent;
type Place = Omit<AnswerTextProps, "text">;

/**
 * An answer of a model, or of none, as a text: nothing of it is HTML, nothing is fetched, and a link says where it leads. Only what is listed here
 * is drawn.
 */
export function AnswerText({ text, citations, changed }: AnswerTextProps) {
  const pieces = useMemo(() => splitAnswer(text), [text]);
  return (
    <div className="answer-text">
      {pieces.map((piece, index) => (
        <Piece key={index} text={piece} citations={citations} changed={changed} />
      ))}
    </div>
  );
}

/** Citations only grow while an answer comes; those that a piece names are what it waits for. */
const Piece = memo(
  function Piece({ text, ...place }: AnswerTextProps) {
    const syntax = useMathSyntax(text.includes("$"));
    const root = useMemo(
      () =>
        fromMarkdown(text, {
          extensions: [gfm(), ...(syntax?.extensions ?? [])],
          mdastExtensions: [gfmFromMarkdown(), ...(syntax?.mdastExtensions ?? [])],
        }),
      [text, syntax],
    );
    // Each block goes the way of its own first letters, with its bullets, lines and columns.
    return root.children.map((node, index) => (
      <div key={index} dir="auto">
        {draw(node, place)}
      </div>
    ));
  },
  (before, after) =>
    before.text === after.text &&
    before.changed === after.changed &&
    (before.citations === after.citations || !before.text.includes("[^")),
);

let mathSyntax: MathSyntax | null = null;

function useMathSyntax(isWanted: boolean): MathSyntax | null {
  const [known, setKnown] = useState(mathSyntax);
  useEffect(() => {
    if (!isWanted || known) return;
    let isCurrent = true;
    void import("./math-syntax.ts").then(
      (loaded) => {
        mathSyntax = loaded.mathSyntax;
        if (isCurrent) setKnown(mathSyntax);
      },
      // Without it formulas stay as they were written.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, known]);
  return isWanted ? known : null;
}

function Children({ of, ...place }: { of: readonly Nodes[] } & Place) {
  return of.map((node, index) => <Fragment key={index}>{draw(node, place, of[index + 1])}</Fragment>);
}

function draw(node: Nodes, place: Place, next?: Nodes): ReactNode {
  const inner = "children" in node ? <Children of={node.children} {...place} /> : null;
  switch (node.type) {
    case "paragraph":
    case "footnoteDefinition":
      return <p>{inner}</p>;
    case "heading":
      // The page's own headings stand above them.
      return node.depth < 3 ? <h4>{inner}</h4> : <h5>{inner}</h5>;
    case "list":
      return node.ordered ? <ol start={node.start ?? 1}>{inner}</ol> : <ul>{inner}</ul>;
    case "listItem":
      return drawItem(node, inner);
    case "blockquote":
      return <blockquote>{inner}</blockquote>;
    case "code":
      return <CodeBlock text={node.value} language={node.lang ?? ""} />;
    case "thematicBreak":
      return <hr />;
    case "table":
      return drawTable(node, place);
    case "text":
    case "html":
      return withCitations(node.value, place);
    case "footnoteReference":
      return withCitations(`[^${node.identifier}]`, place);
    case "emphasis":
      return <em>{inner}</em>;
    case "strong":
      return <strong>{inner}</strong>;
    case "delete":
      return <del>{inner}</del>;
    case "inlineCode":
      return <code dir="ltr">{node.value}</code>;
    case "math":
      return <Formula source={node.value} isLarge />;
    case "inlineMath":
      return drawFormula(node.value, next);
    case "break":
      return <br />;
    case "link":
      return drawLink(node.url, inner);
    case "image":
      return node.alt || t("(picture)");
    default:
      return inner;
  }
}

/** Between two sums of money there is no formula: one neither begins nor ends with a space, and no digit follows it. */
function drawFormula(source: string, next: Nodes | undefined): ReactNode {
  const follows = next?.type === "text" ? next.value : "";
  const isMoney = /^\s|\s$/.test(source) || /^\d/.test(follows);
  return isMoney ? `$${source}$` : <Formula source={source} />;
}

function drawItem(node: Extract<RootContent, { type: "listItem" }>, inner: ReactNode): ReactNode {
  if (node.checked === null || node.checked === undefined) return <li>{inner}</li>;
  return (
    <li className="flex list-none gap-2">
      <input type="checkbox" checked={node.checked} disabled aria-label={t("Done")} className="mt-1.5" />
      <div>{inner}</div>
    </li>
  );
}

function drawTable(node: Extract<RootContent, { type: "table" }>, place: Place): ReactNode {
  const [head, ...rows] = node.children;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={t("Table")}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, index) => (
              <th key={index}>
                <Children of={cell.children} {...place} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.children.map((cell, column) => (
                <td key={column}>
                  <Children of={cell.children} {...place} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whoever wrote it may want to have something carried out by its address: it is opened by a press alone, and says where it leads. */
function drawLink(url: string, inner: ReactNode): ReactNode {
  const address = URL.parse(url);
  if (!address || !["http:", "https:", "mailto:"].includes(address.protocol)) return inner;
  return (
    <a href={address.href} target="_blank" rel="noreferrer noopener">
      {inner}
      {address.host && <span className="text-xs text-muted"> ({address.host})</span>}
    </a>
  );
}

function withCitations(text: string, { citations, changed }: Place): ReactNode {
  const parts = text.split(CITATION_MARK);
  if (parts.length === 1) return text;
  // Every second part is a number.
  return parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const citation = citations[Number(part) - 1];
    return (
      citation && (
        <CitationChip
          key={index}
          number={Number(part)}
          citation={citation}
          isChanged={changed.has(Number(part))}
        />
      )
    );
  });
}
