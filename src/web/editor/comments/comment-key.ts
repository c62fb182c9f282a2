import { PluginKey } from "@tiptap/pm/state";
import type { DecorationSet } from "@tiptap/pm/view";

/** The range somebody is about to comment on. */
export const draftKey = new PluginKey<DecorationSet>("commentDraft");
