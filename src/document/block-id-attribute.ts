import { Extension } from "@tiptap/core";
import type { ParsedElement } from "./html/parsed-element.ts";

/** Blocks that have an identity: what links, tasks, comments and differences refer to. Table parts have none. */
export const BLOCKS_WITH_ID = [
  "paragraph",
  "heading",
  "codeBlock",
  "blockquote",
  "bulletList",
  "orderedList",
  "listItem",
  "taskList",
  "taskItem",
  "horizontalRule",
  "table",
  "rawBlock",
  "callout",
  "toggle",
  "columns",
  "mathBlock",
  "fileBlock",
  "video",
  "noteEmbed",
] as const;

const withId: ReadonlySet<string> = new Set(BLOCKS_WITH_ID);

export function hasBlockId(typeName: string): boolean {
  return withId.has(typeName);
}

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
        types: [...BLOCKS_WITH_ID],
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
