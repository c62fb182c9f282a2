import type { Editor } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";
import type { AssistantAction, Tone } from "#contract/shared/assistant-choices.ts";
import { ASSISTED_TEXT_MAX } from "#contract/shared/assistant-choices.ts";
import { originOf, type TextOrigin } from "#document/marks/origin.ts";
import { announce } from "../../editor/announce.ts";
import { newWords } from "../../editor/assist/hunks.ts";
import { REVIEW_KEYS } from "../../editor/assist/review-keys.ts";
import { type Progress, Review } from "../../editor/assist/review.ts";
import { holdRange, type TextRange } from "../../editor/assist/text-range.ts";
import type { OpenEditor } from "../../kernel/actions/action.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import { askForWords, isOfBrowserModel } from "./ask-for-words.ts";
import { closeAssistant, type Run, useAssistant } from "./assistant-store.ts";

/** What becomes of the answer: it stands for the text, comes after it, or is read beside it. */
export type Outcome = "replace" | "after" | "read";

export type Task = {
  title: string;
  outcome: Outcome;
  asked: { action?: AssistantAction; instruction?: string; language?: string; tone?: Tone };
};

type Open = Pick<OpenEditor, "editor" | "noteId">;
type Phase = Run["phase"];

/** Opens a run about the selected text, or about a range given; another one ends. */
export function beginRun({ editor, noteId }: Open, title: string, at = rangeOf(editor)) {
  closeAssistant();
  const leave = new AbortController();
  const isCurrent = () => useAssistant.getState().run?.close === close;
  const range = holdRange(editor, at.from, at.to, () => close());
  const close = () => {
    leave.abort();
    editor.off("destroy", close);
    if (!isCurrent()) return;
    useAssistant.setState({ run: null });
    range.release();
  };
  editor.on("destroy", close);
  const show = (phase: Phase) => {
    if (!leave.signal.aborted)
      useAssistant.setState({ run: { editor, noteId, title, place: range.place, phase, close } });
  };
  const release = () => collapse(editor, at.to);
  return { editor, noteId, range, signal: leave.signal, show, close, collapse: release };
}
type Begun = ReturnType<typeof beginRun>;

const rangeOf = ({ state }: Editor) => ({ from: state.selection.from, to: state.selection.to });

/** The text is let go, so that the bar at the selection makes room. */
function collapse(editor: Editor, at: number): void {
  const { state, view } = editor;
  view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(at), -1)));
  if (editor.isEditable) view.focus();
  else getSelection()?.removeAllRanges();
}

/** Asks the model, and shows its answer as a suggestion. Nothing is written that isn't accepted. */
export function runTask(open: Open, task: Task, at = rangeOf(open.editor)): void {
  const begun = beginRun(open, task.title, at);
  const { range } = begun;
  begun.collapse();
  if (range.text.length > ASSISTED_TEXT_MAX) {
    const words = t("This is too long. Select at most {count} characters.", {
      count: ASSISTED_TEXT_MAX.toLocaleString(),
    });
    return begun.show({ kind: "failed", words, retry: null });
  }
  void ask(open, task, begun);
}

async function ask(open: Open, task: Task, begun: Begun): Promise<void> {
  const { range, show, signal } = begun;
  show({ kind: "asking" });
  const { text, before, after } = range;
  try {
    const given = task.outcome === "after" ? { text, before } : { text, before, after };
    const asked = { ...given, noteId: open.noteId, ...task.asked };
    const answer = await askForWords(asked, signal);
    if (signal.aborted) return;
    const prompt = task.asked.instruction ?? task.title;
    const origin = originOf({ kind: "ai", model: answer.model, prompt });
    if (task.outcome === "read") return show({ kind: "answer", words: answer.text, origin });
    const isAfter = task.outcome === "after";
    showReview(begun, isAfter ? range.hunkAfter(answer.text) : range.hunks(answer.text), origin);
  } catch (error) {
    if (signal.aborted) return;
    const words = isOfBrowserModel(error)
      ? error.message
      : errorMessage(error, t("You're offline. Try again when the server is back."));
    show({ kind: "failed", words, retry: () => runTask(open, task, range.place()) });
  }
}

function showReview(begun: Begun, hunks: ReturnType<TextRange["hunks"]>, origin: TextOrigin): void {
  const { editor, show, close } = begun;
  if (hunks.length === 0) {
    close();
    toast.info(t("Nothing to change"));
    return;
  }
  let lost = 0;
  const tell = (progress: Progress) => {
    if (begun.signal.aborted) return;
    if (progress.lost > lost)
      toast.info(t("A suggestion was dropped because its text was changed meanwhile"));
    lost = progress.lost;
    if (!progress.current) return end(begun, progress);
    tellPart(progress);
    show({ kind: "review", progress, review: reviewed });
  };
  const reviewed = new Review(editor, hunks, origin, tell);
  reviewed.begin();
}

function tellPart({ current, left }: Progress): void {
  const words = newWords(current!);
  announce(
    plural(
      left,
      {
        one: "{count} suggestion left. Replace “{old}” with “{words}”? Tab accepts, Escape refuses, {all} accepts all.",
        other:
          "{count} suggestions left. Replace “{old}” with “{words}”? Tab accepts, Escape refuses, {all} accepts all.",
      },
      { old: current!.old.trim(), words: words.trim(), all: shortcutWords(REVIEW_KEYS.acceptAll) },
    ),
  );
}

function end({ close }: Begun, { accepted }: Progress): void {
  close();
  announce(
    accepted > 0
      ? plural(accepted, { one: "{count} suggestion accepted", other: "{count} suggestions accepted" })
      : t("Nothing was changed"),
  );
}
