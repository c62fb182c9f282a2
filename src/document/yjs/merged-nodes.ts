import type { Node } from "@tiptap/pm/model";

/** One difference, by its place in the merged document. */
export interface Change {
  kind: "inserted" | "deleted" | "changed";
  /** A block as a whole, or text within one. */
  level: "block" | "text";
  from: number;
  to: number;
  /** In words what changed: "Bold added", "Paragraph became Heading 2"; empty where the text says it. */
  what: string;
}

/** Nodes in a row, of both times in one, and what is different about them. Places count from their beginning. */
export class MergedNodes {
  readonly nodes: Node[] = [];
  readonly changes: Change[] = [];
  private size = 0;

  block(node: Node, kind: Change["kind"] | null, what = "", inner: readonly Change[] = []): void {
    const from = this.size;
    this.nodes.push(node);
    this.size += node.nodeSize;
    if (kind) this.changes.push({ kind, level: "block", from, to: this.size, what });
    // Within a block its own content begins one further on.
    for (const change of inner)
      this.changes.push({ ...change, from: change.from + from + 1, to: change.to + from + 1 });
  }

  text(nodes: readonly Node[], kind: Change["kind"] | null, what = ""): void {
    if (nodes.length === 0) return;
    const from = this.size;
    for (const node of nodes) {
      this.nodes.push(node);
      this.size += node.nodeSize;
    }
    if (!kind) return;
    const last = this.changes.at(-1);
    if (last?.level === "text" && last.to === from && last.kind === kind && last.what === what)
      last.to = this.size;
    else this.changes.push({ kind, level: "text", from, to: this.size, what });
  }
}
