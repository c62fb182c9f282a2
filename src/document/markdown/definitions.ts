import type { NodeOf, Root, TreeNode } from "./tree.ts";

type Definition = NodeOf<"definition">;

export interface Parent {
  type: TreeNode["type"] | "root";
  children: TreeNode[];
}

function isParent(node: unknown): node is Parent {
  return typeof node === "object" && node !== null && "children" in node;
}

/** Visits every node with a loop, because the depth of a stranger's tree has no bound. */
export function visit(root: Root, see: (node: TreeNode, parent: Parent, index: number) => void): void {
  const open: Parent[] = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const { children } = parent;
    for (let index = 0; index < children.length; index++) {
      const node = children[index];
      if (node === undefined) continue;
      see(node, parent, index);
      const seen = children[index];
      if (isParent(seen)) open.push(seen);
    }
  }
}

function firstDefinitions(root: Root): Map<string, Definition> {
  const found: Definition[] = [];
  visit(root, (node) => {
    if (node.type === "definition") found.push(node);
  });
  // The loop above does not go in the order of the text, but the first definition in the text wins.
  found.sort((a, b) => (a.position?.start.offset ?? 0) - (b.position?.start.offset ?? 0));
  const first = new Map<string, Definition>();
  for (const definition of found)
    if (!first.has(definition.identifier)) first.set(definition.identifier, definition);
  return first;
}

/**
 * Turns `[text][name]` into the links and images they stand for, in place, and returns the definitions that are
 * thereby said. The others (an unused definition is how Markdown writes a comment) have to be kept.
 */
export function resolveReferences(root: Root): Set<TreeNode> {
  const definitions = firstDefinitions(root);
  const used = new Set<TreeNode>();
  if (definitions.size === 0) return used;
  visit(root, (node, parent, index) => {
    if (node.type !== "linkReference" && node.type !== "imageReference") return;
    const definition = definitions.get(node.identifier);
    if (definition === undefined) return;
    used.add(definition);
    const { url, title } = definition;
    const position = node.position;
    parent.children[index] =
      node.type === "linkReference"
        ? { type: "link", url, title, children: node.children, position }
        : { type: "image", url, title, alt: node.alt, position };
  });
  return used;
}
