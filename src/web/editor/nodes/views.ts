import { type AnyExtension, type Extensions, InputRule, wrappingInputRule } from "@tiptap/core";
import type { NodeViewRenderer, NodeViewRendererProps } from "@tiptap/core";
import { Extension } from "@tiptap/core";
import "./nodes.css";
import "./files-and-tables.css";
import { calloutView } from "./callout-view.ts";
import { codeView } from "./code-view.ts";
import { ColumnKeys, columnsView } from "./columns-view.ts";
import { fileView, videoView } from "./file-view.ts";
import { imageView } from "./image-view.ts";
import { MathKeys, mathView } from "./math-view.ts";
import { noteEmbedView } from "./note-embed-view.ts";
import { noteLinkView } from "./note-link-view.ts";
import { rawView } from "./raw-view.ts";
import { ToggleKeys, toggleView } from "./toggle-view.ts";

const VIEWS: Record<string, NodeViewRenderer> = {
  callout: calloutView,
  codeBlock: codeView,
  columns: columnsView,
  fileBlock: fileView,
  image: imageView,
  mathBlock: mathView(true),
  mathInline: mathView(false),
  noteEmbed: noteEmbedView,
  noteLink: noteLinkView,
  rawBlock: rawView(true),
  rawInline: rawView(false),
  toggle: toggleView,
  video: videoView,
};

/** The box has a name in English, which says nothing of the side that the list is written from. */
const withDirectedBox = (taskItem: AnyExtension): AnyExtension =>
  taskItem.extend({
    addNodeView() {
      const view = (this as { parent?: () => NodeViewRenderer }).parent?.();
      if (!view) return null;
      return (props: NodeViewRendererProps) => {
        const made = view(props);
        if (made.dom instanceof HTMLElement) made.dom.querySelector("label")?.setAttribute("dir", "auto");
        return made;
      };
    },
  });

/** The document's nodes as they are shown and handled on a screen. */
export function withViews(extensions: Extensions): Extensions {
  return extensions.map((extension: AnyExtension) => {
    if (extension.name === "table") return extension.configure({ resizable: true, cellMinWidth: 60 });
    if (extension.name === "taskItem") return withDirectedBox(extension);
    const view = VIEWS[extension.name];
    return view ? extension.extend({ addNodeView: () => view }) : extension;
  });
}

/** Markdown that becomes a block while it is typed. */
const BlockShortcuts = Extension.create({
  name: "blockShortcuts",

  addInputRules() {
    const { schema } = this.editor;
    const { callout, toggle } = schema.nodes;
    return [
      new InputRule({
        // Typed as Markdown has it, the quote is there already: it becomes the callout.
        find: /^\[!([a-z][\w-]{0,30})\]\s$/i,
        handler: ({ state, range, match }) => {
          const $from = state.doc.resolve(range.from);
          if ($from.node(-1).type.name !== "blockquote" || $from.index(-1) > 0) return null;
          const kind = (match[1] ?? "note").toUpperCase();
          const at = $from.before(-1);
          if (!$from.node(-2).canReplaceWith($from.index(-2), $from.index(-2) + 1, callout!)) return null;
          state.tr.delete(range.from, range.to).setNodeMarkup(at, callout, { kind });
          return undefined;
        },
      }),
      wrappingInputRule({
        find: /^\[!([a-z][\w-]{0,30})\]\s$/i,
        type: callout!,
        getAttributes: ([, kind = "note"]) => ({ kind: kind.toUpperCase() }),
      }),
      new InputRule({
        find: /^>>\s$/,
        handler: ({ state, range }) => {
          const $from = state.doc.resolve(range.from);
          if ($from.parent.type.name !== "paragraph") return null;
          const rest = $from.parent.slice(range.to - $from.start()).content;
          const summary = schema.node("toggleSummary", null, rest);
          if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), toggle!)) return null;
          const at = $from.before();
          state.tr.replaceWith(at, $from.after(), toggle!.create(null, summary));
          return undefined;
        },
      }),
    ];
  },
});

/** Keys and typed forms of the blocks. */
export const blockKeys: Extensions = [BlockShortcuts, ToggleKeys, ColumnKeys, MathKeys];
