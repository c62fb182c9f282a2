import { titleOfAction, type Action, type ActionGroup } from "../../kernel/actions/action.ts";
import { actionContext } from "../../kernel/actions/here.ts";
import { clash } from "../../kernel/actions/chords.ts";
import { defaultKeysOf, keysOf, type KeyChoices } from "../../kernel/actions/key-store.ts";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { t } from "../../lib/messages/t.ts";

export type KeyedAction = {
  id: string;
  title: string;
  group: string;
  keys: readonly string[];
  isFixed: boolean;
};

const FIRST = { General: t("General"), "Go to": t("Go to") };
const LAST = {
  Selection: t("Selected text"),
  Text: t("In the text of a note"),
  Block: t("In the text of a note"),
  View: t("Viewing a note"),
  Window: t("Floating windows"),
};
const HEADINGS: Partial<Record<ActionGroup, string>> = { ...FIRST, ...LAST };

/** A group that stands for the rows of a noun is called after it: "On a note". */
const headingOf = (group: ActionGroup): string =>
  HEADINGS[group] ?? t("On a {noun}", { noun: group.toLowerCase() });
const ON_A_NOTE = headingOf("Note");

/** The keys the frame itself has, beside those of actions. */
const OF_THE_PAGE: KeyedAction[] = [
  [t("Save, including an unfinished title"), t("In the text of a note"), ["Mod+S"]],
  [t("Undo and redo"), t("In the text of a note"), ["Mod+Z", "Mod+Shift+Z"]],
  [t("Exit the text"), t("In the text of a note"), ["Escape"]],
  [t("Go to the toolbar"), t("In the text of a note"), ["Alt+F10"]],
  [t("Numbered list"), t("In the text of a note"), ["Mod+Shift+7"]],
  [t("Code block"), t("In the text of a note"), ["Mod+Alt+C"]],
  [t("Paste as plain text"), t("In the text of a note"), ["Mod+Shift+V"]],
  [t("Insert a block, at the start of a word"), t("In the text of a note"), ["/"]],
  [t("Insert an emoji by its name"), t("In the text of a note"), [":"]],
  // REVIEW_KEYS of editor/assist.
  [t("Accept or refuse a suggestion"), t("In the text of a note"), ["Tab", "Escape"]],
  [t("Accept or refuse all suggestions"), t("In the text of a note"), ["Mod+Enter", "Mod+Shift+Backspace"]],
  [t("Menu of the focused row"), ON_A_NOTE, ["Shift+F10"]],
  [t("Select or deselect the row"), ON_A_NOTE, ["Mod+Space"]],
  [t("Select all notes in the list"), ON_A_NOTE, ["Mod+A"]],
].map(([title, group, keys], index) => ({
  id: `page.${index}`,
  title: title as string,
  group: group as string,
  keys: keys as string[],
  isFixed: true,
}));

/** All actions as the keyboard map and the settings list them, with their keys as chosen. */
export function keyedActions(actions: Action[], choices: KeyChoices): KeyedAction[] {
  const context = actionContext("menu");
  const own = actions.map((action) => ({
    id: action.id,
    title: titleOfAction(action, { ...context, subject: null }),
    group: headingOf(action.group),
    keys: action.editorKeys ? [action.editorKeys] : keysOf(action.id, choices),
    isFixed: action.editorKeys !== undefined,
  }));
  const ofRows = own.map(({ group }) => group).filter((group) => !Object.values(HEADINGS).includes(group));
  const order = [...Object.values(FIRST), ON_A_NOTE, ...ofRows, ...Object.values(LAST)];
  return [...own, ...OF_THE_PAGE].toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}

/** Those whose name or keys hold every word of a query. */
export function matching(query: string, all: KeyedAction[]): KeyedAction[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ title, group, keys }) => {
    const text = `${title} ${group} ${keys.map(shortcutWords).join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function byGroup(all: KeyedAction[]): [group: string, actions: KeyedAction[]][] {
  const groups = new Map<string, KeyedAction[]>();
  for (const action of all) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  return [...groups];
}

/** The action that would lose its keys to another's, if these were given to that one. */
export function findClash(keys: string, actionId: string, all: KeyedAction[]): KeyedAction | undefined {
  return all.find(
    (other) => other.id !== actionId && !other.isFixed && other.keys.some((taken) => clash(taken, keys)),
  );
}

const sameKeys = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

/** The choices with one action's keys changed; what equals the product's own is not kept. */
export function withKeys(choices: KeyChoices, actionId: string, keys: readonly string[]): KeyChoices {
  const { [actionId]: _, ...others } = choices;
  return sameKeys(keys, defaultKeysOf(actionId)) ? others : { ...others, [actionId]: [...keys] };
}
