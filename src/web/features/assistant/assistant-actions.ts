import {
  BookOpenText,
  CalendarPlus,
  Heading,
  Languages,
  Link2,
  FoldVertical,
  MessageSquareText,
  PenLine,
  Plug,
  Quote,
  Shrink,
  Smile,
  Sparkles,
  SpellCheck2,
  ListTodo,
  StretchHorizontal,
  Tags,
  Wand,
  Waypoints,
  type LucideIcon,
} from "lucide-react";
import type { AssistantAction, Tone } from "#contract/shared/assistant-choices.ts";
import {
  type Action,
  type ActionContext,
  type Choice,
  isAvailable,
  type OpenEditor,
} from "../../kernel/actions/action.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { mayBeInUse, useBrowserModel } from "../../kernel/browser-model/browser-model.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { noteOf } from "../../kernel/actions/subject.ts";
import { cachedFrame } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { toast } from "../../ui/toast-store.ts";
import { queryClient } from "../../platform/api.ts";
import type { Suggestible } from "./manifest.ts";
import { ownActionsQuery } from "./own-actions.ts";
import { translations } from "./languages.ts";
import type { Outcome, Task } from "./run-assistant.ts";

const MODELS_TAB = "/app/settings?tab=models";

/** The open text with something selected: told by the bar and the palette, by keys to be looked for. */
function selectedIn({ editor, selection, via }: ActionContext): OpenEditor | null {
  if (!editor || editor.editor.state.selection.empty) return null;
  return via === "keys" || selection?.isInEditor ? editor : null;
}

export const hasTextModel = () =>
  cachedFrame()?.hasTextModel === true || mayBeInUse(useBrowserModel.getState());
const needsModel = () => (hasTextModel() ? undefined : t("Needs an AI model"));
const openModels = () => useActionContext.getState().go(MODELS_TAB);

const tellNoModel = () =>
  toast.info(t("This needs an AI model. Connect one in Settings, AI models."), {
    action: { label: t("Open settings"), run: openModels },
  });

const tellNotLoaded = () => toast.error(t("Couldn't load."));

/** Where one is connected, instead of a request that could only fail. */
function run(open: OpenEditor | null, task: Task): void {
  if (!open) return;
  if (!hasTextModel()) return tellNoModel();
  void import("./run-assistant.ts").then(({ runTask }) => runTask(open, task), tellNotLoaded);
}

type Given = Pick<Action, "id" | "title" | "icon"> & { title: string; keywords: string };

const does = (action: AssistantAction, more: Omit<Task["asked"], "action"> = {}): Task["asked"] => ({
  action,
  ...more,
});

/** What a model does with the selected text. */
const modelAction = (given: Given, action: AssistantAction, outcome: Outcome = "replace"): Action => ({
  ...given,
  group: "Assistant",
  worksInEditor: true,
  remark: needsModel,
  isAvailable: (context) => {
    const open = selectedIn(context);
    return open !== null && (outcome === "read" || open.editor.isEditable);
  },
  run: (context) => run(selectedIn(context), { title: given.title, outcome, asked: { action } }),
});

const TONES: [Tone, string][] = [
  ["friendly", t("Friendly")],
  ["formal", t("Formal")],
  ["confident", t("Confident")],
  ["plain", t("Plain")],
];

const translate: Action = {
  ...modelAction(
    { id: "assistant.translate", title: t("Translate..."), icon: Languages, keywords: t("ai language") },
    "translate",
  ),
  choices: (context) =>
    translations().map(({ tag, name, english }) => ({
      id: tag,
      title: name,
      run: () =>
        run(selectedIn(context), {
          title: t("Translate into {language}", { language: name }),
          outcome: "replace",
          asked: does("translate", { language: english }),
        }),
    })),
  run: () => undefined,
};

const tone: Action = {
  ...modelAction(
    { id: "assistant.tone", title: t("Change Tone..."), icon: Smile, keywords: t("ai style polite") },
    "tone",
  ),
  choices: (context) =>
    TONES.map(([id, title]) => ({
      id,
      title,
      run: () => run(selectedIn(context), { title, outcome: "replace", asked: does("tone", { tone: id }) }),
    })),
  run: () => undefined,
};

/** What needs no model. */
const plainAction = (given: Given, work: (open: OpenEditor, context: ActionContext) => void): Action => ({
  ...given,
  group: "Assistant",
  worksInEditor: true,
  isAvailable: (context) => selectedIn(context) !== null,
  run: (context) => {
    const open = selectedIn(context);
    if (open) work(open, context);
  },
});

const own: Action = {
  ...modelAction(
    {
      id: "assistant.instruct",
      title: t("Tell AI What to Do..."),
      icon: MessageSquareText,
      keywords: t("ai prompt instruction custom"),
    },
    "improve",
  ),
  run: (context) => {
    const open = selectedIn(context);
    if (!open) return;
    if (!hasTextModel()) return run(open, { title: "", outcome: "replace", asked: {} });
    void import("./plain-work.ts").then(({ askWhat }) => askWhat(open), tellNotLoaded);
  },
};

const ADD_ACTION = `${MODELS_TAB}#assistant-actions`;

/** Those a person has made, and the way to make one. */
const yours: Action = {
  ...modelAction(
    {
      id: "assistant.own",
      title: t("Your Actions..."),
      icon: Wand,
      keywords: t("ai prompt custom own saved"),
    },
    "improve",
    "read",
  ),
  remark: () => undefined,
  choices: async (context) => {
    const { actions } = await queryClient.ensureQueryData(ownActionsQuery());
    const open = selectedIn(context);
    return [
      ...actions
        .filter(({ outcome }) => outcome === "read" || open?.editor.isEditable)
        .map(({ id, name, instruction, outcome }) => ({
          id,
          title: name,
          isOff: !hasTextModel(),
          run: () => run(open, { title: name, outcome, asked: { instruction } }),
        })),
      {
        id: "add",
        title: t("Add or Edit Actions..."),
        run: () => useActionContext.getState().go(ADD_ACTION),
      },
    ];
  },
  run: () => undefined,
};

/** Words for a line that takes a task or an event, and the note they are from, where it is one's own. */
function sentenceOf({ editor, noteId }: OpenEditor, context: ActionContext) {
  const { from, to } = editor.state.selection;
  const note = noteOf(context);
  const isOwn = note?.id === noteId && !note.isForeign;
  const words = editor.state.doc.textBetween(from, to, " ", " ").replace(/\s+/g, " ").trim();
  return { words, noteId: isOwn ? noteId : null };
}

const continueWriting = { title: t("Continue Writing"), icon: PenLine, keywords: t("ai write on go on") };

const withModel: Action[] = [
  modelAction(
    {
      id: "assistant.improve",
      title: t("Improve Writing"),
      icon: Sparkles,
      keywords: t("ai rewrite better rephrase"),
    },
    "improve",
  ),
  modelAction(
    {
      id: "assistant.fix",
      title: t("Fix Spelling and Grammar"),
      icon: SpellCheck2,
      keywords: t("ai correct mistakes typos"),
    },
    "fix",
  ),
  modelAction(
    { id: "assistant.shorten", title: t("Make Shorter"), icon: Shrink, keywords: t("ai shorten condense") },
    "shorten",
  ),
  modelAction(
    {
      id: "assistant.expand",
      title: t("Make Longer"),
      icon: StretchHorizontal,
      keywords: t("ai expand elaborate detail"),
    },
    "expand",
  ),
  translate,
  tone,
  modelAction({ id: "assistant.continue", ...continueWriting }, "continue", "after"),
  modelAction(
    { id: "assistant.explain", title: t("Explain"), icon: BookOpenText, keywords: t("ai meaning what is") },
    "explain",
    "read",
  ),
  modelAction(
    {
      id: "assistant.summarize",
      title: t("Summarize"),
      icon: FoldVertical,
      keywords: t("ai summary short tldr"),
    },
    "summarize",
    "read",
  ),
  own,
  yours,
];

const withoutModel: Action[] = [
  plainAction(
    {
      id: "assistant.keySentences",
      title: t("Key Sentences"),
      icon: Quote,
      keywords: t("summary summarize extract without ai"),
    },
    (open) =>
      void import("./plain-work.ts").then(({ showKeySentences }) => showKeySentences(open), tellNotLoaded),
  ),
  plainAction(
    {
      id: "assistant.related",
      title: t("Find Related Notes"),
      icon: Waypoints,
      keywords: t("similar search connected"),
    },
    (open) => void import("./plain-work.ts").then(({ findRelated }) => findRelated(open), tellNotLoaded),
  ),
  plainAction(
    { id: "assistant.task", title: t("Make Task..."), icon: ListTodo, keywords: t("todo to-do create") },
    (open, context) => openDialog({ kind: "task-from-words", ...sentenceOf(open, context) }),
  ),
  plainAction(
    {
      id: "assistant.event",
      title: t("Make Event..."),
      icon: CalendarPlus,
      keywords: t("calendar appointment meeting create"),
    },
    (open, context) => openDialog({ kind: "event-from-words", ...sentenceOf(open, context) }),
  ),
];

const inMenu = [...withModel, ...withoutModel];

/** The same in the menu of the bar at the selection; what needs a model is shown off without one. */
function menuChoices(context: ActionContext): Choice[] {
  const offered = inMenu.filter((action) => isAvailable(action, context));
  const items = offered.map(({ id, title, icon, remark, choices, run: work }): Choice => ({
    id,
    title: title as string,
    startsGroup: id === withoutModel[0]!.id || id === "assistant.explain",
    icon: icon as LucideIcon,
    isOff: remark?.(context) !== undefined,
    ...(choices && { choices: () => choices(context) }),
    run: () => void work(context),
  }));
  const connect = {
    id: "connect",
    startsGroup: true,
    title: t("Connect an AI Model..."),
    icon: Plug,
    run: openModels,
  };
  return hasTextModel() ? items : [...items, connect];
}

/** Text before the caret goes on, without anything selected. */
const continueHere: Action = {
  id: "assistant.continueHere",
  ...continueWriting,
  icon: PenLine,
  group: "Block",
  worksInEditor: true,
  remark: needsModel,
  isAvailable: ({ editor }) => editor?.editor.isEditable === true && editor.editor.state.selection.empty,
  run: ({ editor }) =>
    run(editor, { title: continueWriting.title, outcome: "after", asked: does("continue") }),
};

/** For the note that is open: its own, as only those get tags and titles from here. */
const suggestion = (given: Given, what: Suggestible): Action => ({
  ...given,
  group: "Note",
  after: "note.saveTemplate",
  ...(what === "title" && { remark: needsModel }),
  isAvailable: (context) => {
    const note = noteOf(context);
    return (
      !context.isRow && note?.id === context.editor?.noteId && note?.trashedAt === null && !note.isForeign
    );
  },
  run: (context) => {
    const note = noteOf(context);
    if (!note || !context.editor) return;
    if (what === "title" && !hasTextModel()) tellNoModel();
    else openDialog({ kind: "note-suggestions", what, note, editor: context.editor.editor });
  },
});

const suggestions = [
  suggestion(
    {
      id: "assistant.suggestTitle",
      title: t("Suggest Title..."),
      icon: Heading,
      keywords: t("ai name rename"),
    },
    "title",
  ),
  suggestion(
    { id: "assistant.suggestTags", title: t("Suggest Tags..."), icon: Tags, keywords: t("label category") },
    "tags",
  ),
  suggestion(
    {
      id: "assistant.suggestLinks",
      title: t("Suggest Links..."),
      icon: Link2,
      keywords: t("mention related connect"),
    },
    "links",
  ),
];

export const assistantActions: Action[] = [
  ...suggestions,
  {
    id: "assistant.menu",
    title: t("Ask AI"),
    group: "Assistant",
    icon: Sparkles,
    // The palette has each of them by itself.
    isAvailable: (context) => context.via === "menu" && selectedIn(context) !== null,
    choices: menuChoices,
    run: () => undefined,
  },
  ...inMenu,
  continueHere,
];
