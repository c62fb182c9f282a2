import type { MappablePosition } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";

export type DraftRange = { from: MappablePosition; to: MappablePosition };

/** The range somebody is about to comment on. */
export const draftKey = new PluginKey<DraftRange | null>("commentDraft");
