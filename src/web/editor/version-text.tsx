import { Extension, type JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef } from "react";
import type { VersionComparison } from "#contract/note-versions.ts";
import { extensions } from "#document/schema.ts";
import { CHANGE_WORDS } from "./change-words.ts";
import "./note-text.css";
import "./version-text.css";

type Change = VersionComparison["changes"][number];

type VersionTextProps = {
  /** A document of the schema, serialised. */
  doc: string;
  changes?: Change[];
  /** The change a reader has come to, by its place in the list. */
  current?: number | null;
  label: string;
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
  const block = Decoration.node(from, to, {
    class: `diff-block diff-block-${kind}`,
    "data-change": blockWords(change),
    ...number,
  });
  const node = doc.nodeAt(from);
  const isMute = node?.isLeaf || node?.type.name === "table";
  const label = isMute && node.isBlock ? [Decoration.widget(from, () => labelOf(change))] : [];
  return [...label, block, ...(kind === "changed" ? [] : [text])];
}

/** A state of a note, to be read: drawn by the editor's own schema, with what differs marked in it. */
export function VersionText({ doc, changes, current = null, label }: VersionTextProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useEditor(
    {
      extensions: [...extensions, differences(changes ?? [])],
      content: JSON.parse(doc) as JSONContent,
      editable: false,
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      editorProps: {
        attributes: { class: "note-text", role: "document", "aria-label": label, tabindex: "0" },
      },
    },
    [doc, changes, label],
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
      <EditorContent editor={editor} />
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
