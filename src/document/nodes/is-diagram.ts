import type { Node } from "@tiptap/pm/model";

/** Drawn instead of shown, where a script may run. */
export const isDiagram = ({ attrs }: Node): boolean =>
  String(attrs.language ?? "").toLowerCase() === "mermaid";
