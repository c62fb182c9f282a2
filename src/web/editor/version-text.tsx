import { Extension, type JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import type { VersionComparison } from "#contract/note-versions.ts";
import { extensions } from "#document/schema.ts";
import { jsonWithoutTitle } from "#document/title-once.ts";
import { EditorPlace } from "./editor-place.tsx";
import { useEditor } from "./use-editor.ts";
import { CHANGE_WORDS } from "./change-words.ts";
import { withViews } from "./nodes/views.ts";
import "./note-text.css";
import "./note-parts.css";
import "./note-modes.css";
import "./printed-links.ts";
import "./version-text.css";

type Change = VersionComparison["changes"][number];

type VersionTextProps = {
  /** A document of the schema, serialised. */
  doc: string;
  changes?: Change[];
  /** The change a reader has come to, by its place in the list. */
  current?: number | null;
  label: string;
  /** Stands above the text, which does not say it again. */
  title?: string;
  /** One of many on the page: whoever goes by Tab does not stop at each. */
  isPart?: boolean;
};

const TAGS = { inserted: "ins", deleted: "del", changed: "span" } as const;

/** What a change of a block is called where it begins. */
const blockWords = ({ kind, what }: Change) =>
  kind === "changed" ? what : `${CHANGE_WORDS[kind]}: ${what.toLowerCase()}`;

/** Says what became of a block that has no room for words of its own. */
function labelOf(change: Change): HTMLElement {
  const label = document.createElement("span");
  label.className = `diff-label diff-block-${change.kind}`;
  label.textContent = blockWords(change);
  return label;
}

function decorationsOf(doc: Node, change: Change, index: number): Decoration[] {
  const { kind, level, from, to, what } = change;
  const number = { "data-diff": String(index) };
  const text = Decoration.inline(from, to, {
    nodeName: TAGS[kind],
    ...(kind === "changed" && { class: "diff-changed", title: what }),
    ...(level === "text" && number),
  });
  if (level === "text") return [text];
  const node = doc.nodeAt(from);
  const isMute = node?.type.name === "table" || (node?.isLeaf && node.isBlock);
  const label = isMute ? [Decoration.widget(from, () => labelOf(change))] : [];
  // Of several in a row the first says what became of all.
  const blocks = blocksIn(doc, from, to).map(([start, end]) => {
    const isFirst = start === from;
    return Decoration.node(start, end, {
      class: clsx(`diff-block diff-block-${kind}`, (isMute || !isFirst) && "diff-labelled"),
      ...(isFirst && { "data-change": blockWords(change) }),
      ...number,
    });
  });
  return [...label, ...blocks, ...(kind === "changed" ? [] : [text])];
}

/** From and to of each node that a change of whole blocks holds. */
function blocksIn(doc: Node, from: number, to: number): [number, number][] {
  const blocks: [number, number][] = [];
  for (let at = from; at < to;) {
    const end = at + (doc.nodeAt(at)?.nodeSize ?? to - at);
    blocks.push([at, end]);
    at = end;
  }
  return blocks;
}

/** Without the blocks' ids: both times of a block may be in it, and a toggle that nobody knows is an open one. */
const readDoc = (doc: string) =>
  JSON.parse(doc, (key, value: unknown) =>
    key === "attrs" && value !== null ? { ...value, ...("id" in (value as object) && { id: null }) } : value,
  ) as JSONContent;

const WHOLE = withViews(extensions);
/** Code as it is written: the diagram of two versions in one would be that of neither. */
const COMPARED = WHOLE.map((extension, index) =>
  extension.name === "codeBlock" ? extensions[index]! : extension,
);

/** A state of a note, to be read: drawn by the editor's own schema, with what differs marked in it. */
export function VersionText({ doc, changes, current = null, label, title = "", isPart }: VersionTextProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useEditor(
    {
      extensions: [...(changes ? COMPARED : WHOLE), differences(changes ?? [])],
      content: jsonWithoutTitle(readDoc(doc), title),
      editable: false,
      injectCSS: false,
      editorProps: {
        attributes: {
          class: "note-text",
          dir: "auto",
          role: "document",
          "aria-label": label,
          ...(!isPart && { tabindex: "0" }),
        },
      },
    },
    [doc, changes, label, title, isPart],
  );
  useEffect(() => {
    const root = place.current;
    if (!root || current === null) return;
    const parts = root.querySelectorAll(`[data-diff="${current}"]`);
    for (const part of parts) part.classList.add("diff-current");
    parts[0]?.scrollIntoView({ block: "center" });
    return () => {
      for (const part of parts) part.classList.remove("diff-current");
    };
  }, [current, doc]);
  return (
    <div ref={place} className="version-text">
      <EditorPlace editor={editor} />
    </div>
  );
}

const differences = (changes: Change[]) =>
  Extension.create({
    name: "differences",
    addProseMirrorPlugins() {
      return [
        new Plugin({
          props: {
            decorations: ({ doc }) =>
              DecorationSet.create(
                doc,
                changes.flatMap((change, index) => decorationsOf(doc, change, index)),
              ),
          },
        }),
      ];
    },
  });
