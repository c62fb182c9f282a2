import type { TreeNode } from "./tree.ts";

/** Something that was kept as source because the note's schema cannot say it. */
export interface Unsupported {
  kind: string;
  /** Line in the source, from 1. */
  line: number;
  /** The beginning of the source. */
  source: string;
}

const EXCERPT_MAX = 80;

/** The source being read and what was found in it that could not be understood. */
export class Reading {
  readonly source: string;
  readonly notes: Unsupported[] = [];
  /** Definitions that need not be kept, because every use of them has become a link. */
  readonly said: ReadonlySet<TreeNode>;

  constructor(source: string, said: ReadonlySet<TreeNode>) {
    this.source = source;
    this.said = said;
  }

  note(kind: string, node: TreeNode, source: string): void {
    this.noteLine(kind, node.position?.start.line ?? 1, source);
  }

  noteLine(kind: string, line: number, source: string): void {
    this.notes.push({ kind, line, source: source.slice(0, EXCERPT_MAX).toWellFormed() });
  }

  /** The source of a node, later lines freed of the quote marks and indents of the blocks around it. */
  slice(node: TreeNode): string {
    const { start, end } = node.position ?? {};
    const [first = "", ...others] = this.source.slice(start?.offset ?? 0, end?.offset ?? 0).split("\n");
    const indent = (start?.column ?? 1) - 1;
    return [first, ...others.map((line) => line.replace(new RegExp(`^[ \\t>]{0,${indent}}`), ""))].join("\n");
  }

  /** The canonical source of a node, which unlike a slice is free of what surrounds it. */
  canonical(node: TreeNode, write: () => string): string {
    try {
      return write();
    } catch {
      // Writing recurses; a tree deep enough to exhaust the stack is kept as it was.
      return this.slice(node);
    }
  }
}
