import type { AnyExtension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Clean } from "./clean-values.ts";

/** A node of the schema and what an open editor asks of it. How it is written elsewhere is its format. */
export interface SchemaNode {
  extension: AnyExtension;
  /** It has an identity: what links, tasks, comments and differences refer to. */
  hasId?: true;
  /** What each attribute may be. Any peer can write anything into Yjs, so no reader takes attributes on trust. */
  attributes?: Record<string, Clean>;
  /** The words of a leaf, or of a line above the content; nothing when left out. */
  text?: (node: Node) => string;
  /** Drawn from a source, or only describing a picture: no words of the note's beginning. */
  isNoExcerpt?: (node: Node) => boolean;
}
