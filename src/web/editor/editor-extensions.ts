import { Extension, type Extensions } from "@tiptap/core";
import { Collaboration } from "@tiptap/extension-collaboration";
import { CollaborationCaret } from "@tiptap/extension-collaboration-caret";
import { ListKeymap } from "@tiptap/extension-list/keymap";
import { Dropcursor } from "@tiptap/extensions/drop-cursor";
import { Gapcursor } from "@tiptap/extensions/gap-cursor";
import { Placeholder } from "@tiptap/extensions/placeholder";
import { BlockIds } from "#document/block-ids.ts";
import { extensions } from "#document/schema.ts";
import type { NoteSession } from "../platform/sync/types.ts";
import type {} from "./commands.ts";
import { blockKeys, withViews } from "./nodes/views.ts";
import { caretColor } from "./session/caret-color.ts";
import { BlockKeys } from "./blocks/block-edits.ts";
import { ChosenNotes } from "./chosen-notes.ts";
import { KeptMarks } from "./input/stored-marks.ts";
import { ClickBelow } from "./input/click-below.ts";
import { Composition } from "./input/composition.ts";
import { EdgeKeys } from "./input/edge-keys.ts";
import { EnterKeys } from "./input/enter-keys.ts";
import { CommentMarks } from "./comments/comment-marks.ts";
import { FindMarks } from "./find/find-marks.ts";
import { SyncSelection } from "./input/sync-selection.ts";
import { ImageUploads } from "./uploads/image-uploads.ts";
import { LongNote } from "./long-note.ts";
import { ProposalHost } from "./assist/proposal-host.ts";
import { ofOthers } from "./session/others-awareness.ts";
import { OwnWords } from "./origins/own-words.ts";
import { Pasting } from "./paste/pasting.ts";
import { Suggestions } from "./suggest/suggestion-plugin.ts";
import { suggestionKinds } from "./suggest/kinds.ts";
import { DueMarks } from "./tasks/due-marks.ts";
import { CodeTabKeys, TabKeys } from "./input/tab-keys.ts";
import { SharedText } from "./binding/shared-text.ts";
import { BlockMarks } from "./view/block-marks.ts";
import { TitleOnce } from "./input/title-once.ts";
import { TypedTags } from "./input/typed-tags.ts";
import { withWideSigns } from "./input/wide-signs.ts";
import { WritingRules } from "./input/writing-rules.ts";
import { t } from "../lib/messages/t.ts";

type EditorParts = { session: NoteSession; user: { id: string; name: string }; onLink: () => void };

/** The document's nodes and marks, and around them what only an editor on a screen needs. */
export function editorExtensions({ session, user, onLink }: EditorParts): Extensions {
  return [
    ...withWideSigns(withViews(extensions)),
    ...blockKeys,
    BlockIds,
    Composition.configure({ doc: session.doc }),
    SyncSelection,
    KeptMarks,
    OwnWords,
    ClickBelow,
    EdgeKeys,
    EnterKeys,
    SharedText.configure({ session }),
    LongNote,
    ...together(session, user),
    Hints,
    Dropcursor.configure({ color: false, class: "drop-cursor" }),
    Gapcursor,
    ListKeymap,
    ProposalHost,
    ImageUploads.configure({ noteId: session.noteId }),
    Suggestions.configure({ kinds: suggestionKinds }),
    BlockKeys,
    BlockMarks,
    FindMarks,
    CommentMarks,
    DueMarks,
    ChosenNotes,
    TitleOnce,
    TypedTags,
    WritingRules,
    Pasting,
    CodeTabKeys,
    TabKeys,
    linkShortcut(onLink),
  ];
}

/** The text as everybody has it, and where the others are in it. */
const together = (session: NoteSession, user: EditorParts["user"]): Extensions => [
  Collaboration.configure({ fragment: session.fragment }),
  CollaborationCaret.configure({
    provider: { awareness: ofOthers(session.awareness) },
    user: { id: user.id, name: user.name, color: caretColor(user.id) },
  }),
];

const Hints = Placeholder.configure({
  placeholder: ({ node }) =>
    node.type.name === "heading" ? t("Heading") : t("Write something, or type / for blocks"),
});

const linkShortcut = (onLink: () => void) =>
  Extension.create({
    name: "linkShortcut",
    addKeyboardShortcuts: () => ({
      "Mod-k": ({ editor }) => {
        if (editor.state.selection.empty && !editor.isActive("link")) return false;
        onLink();
        return true;
      },
    }),
  });
