import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { openNotePath } from "../../kernel/notes/note-names.ts";
import { clockTime } from "../../lib/dates.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { toast } from "../../ui/toast-store.ts";
import { listen } from "./dictate.ts";
import { dictatedMark } from "./insert-dictation.ts";

/** Of what is summed up; a meeting of three hours has as many. */
const TEXT_MAX = 100_000;

/**
 * Writes a meeting down at the end of the note, each remark a paragraph with its time, wherever the caret is. At its end the sentences that
 * say most come before it, and what is to be done is proposed as tasks.
 */
export function toggleMeeting(editor: Editor, noteId: string): Promise<void> {
  const said: string[] = [];
  return listen(editor, {
    isMeeting: true,
    begun: t("The meeting is written down at the end of this note."),
    take: (_, words) => {
      if (said.length === 0) append(editor, [headingOf(editor, t("Transcript"))]);
      said.push(words.trim());
      append(editor, [remark(editor, words.trim())]);
      return false;
    },
    onEnd: () => void sumUp(editor, noteId, said),
  });
}

function append({ state, view }: Editor, nodes: Node[]): void {
  const { doc, tr } = state;
  // An empty last paragraph gives its place.
  const { lastChild } = doc;
  const isSpare = lastChild?.type.name === "paragraph" && lastChild.content.size === 0;
  const end = doc.content.size;
  view.dispatch(isSpare ? tr.replaceWith(end - lastChild.nodeSize, end, nodes) : tr.insert(end, nodes));
}

const headingOf = ({ schema }: Editor, words: string): Node =>
  schema.nodes["heading"]!.create({ level: 2 }, schema.text(words));

function remark({ schema }: Editor, words: string): Node {
  const time = schema.text(`${clockTime(new Date())} `);
  return schema.nodes["paragraph"]!.create(null, [time, schema.text(words, [dictatedMark(schema)])]);
}

async function sumUp(editor: Editor, noteId: string, said: readonly string[]): Promise<void> {
  if (said.length === 0) return;
  try {
    const text = said.join("\n").slice(-TEXT_MAX);
    const { sentences, changesetId, tasks } = await rpc.assistant.followUp({ noteId, text });
    if (!editor.isDestroyed && said.length > sentences.length) insertKeySentences(editor, sentences);
    if (changesetId === null) return toast.success(t("The meeting is written down."));
    toast.success(
      plural(tasks, {
        one: "The meeting is written down, and {count} task is proposed.",
        other: "The meeting is written down, and {count} tasks are proposed.",
      }),
      { action: { label: t("Review"), run: () => openNotePath(`/app/changes/${changesetId}`) } },
    );
  } catch {
    toast.error(t("The meeting is written down. It couldn't be summed up without the server."));
  }
}

/** Before the transcript, wherever that is by now. */
function insertKeySentences(editor: Editor, sentences: readonly string[]): void {
  const { schema, doc, tr } = editor.state;
  let at: number | null = null;
  doc.forEach((node, offset) => {
    if (node.type.name === "heading" && node.textContent === t("Transcript")) at = offset;
  });
  if (at === null || sentences.length === 0) return;
  const items = sentences.map((sentence) =>
    schema.nodes["listItem"]!.create(null, schema.nodes["paragraph"]!.create(null, schema.text(sentence))),
  );
  const list = schema.nodes["bulletList"]!.create(null, items);
  editor.view.dispatch(tr.insert(at, [headingOf(editor, t("Key sentences")), list]));
}
