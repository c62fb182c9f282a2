import { Extension } from "@tiptap/core";
import { nodeNamed, NODES } from "./nodes.ts";
import type { ParsedElement } from "./html/parsed-element.ts";

/** Blocks that have an identity. Table parts have none. */
export const hasBlockId = (typeName: string): boolean => nodeNamed(typeName)?.hasId === true;

/** An id as we make them or as another writer may; anything else counts as missing. */
export function isBlockId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}

/** Adds `id` to the blocks of the schema. Who gives the ids is another matter: block-ids.ts. */
export const BlockIdAttribute = Extension.create({
  name: "blockIdAttribute",

  addGlobalAttributes() {
    return [
      {
        types: NODES.filter(({ hasId }) => hasId).map(({ extension }) => extension.name),
        attributes: {
          id: {
            default: null,
            // The half that a split makes is a new block.
            keepOnSplit: false,
            parseHTML: (element: ParsedElement) => {
              const id = element.getAttribute("data-id");
              return isBlockId(id) ? id : null;
            },
            renderHTML: (attributes: Record<string, unknown>) =>
              isBlockId(attributes.id) ? { "data-id": attributes.id } : {},
          },
        },
      },
    ];
  },
});
