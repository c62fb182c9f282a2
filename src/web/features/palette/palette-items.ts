import type { LucideIcon } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import {
  isAvailable,
  titleOfAction,
  type Action,
  type ActionContext,
  type Choice,
} from "../../kernel/actions/action.ts";
import { keysOf } from "../../kernel/actions/key-store.ts";
import { runAction } from "../../kernel/actions/run-action.ts";
import { ranked } from "../../lib/rank.ts";
import type { Recent } from "./recent.ts";

/** One line of the palette. */
export type PaletteItem = {
  id: string;
  title: string;
  /** Title with the query's letters marked between U+0002 and U+0003. */
  marked?: string;
  about?: string | undefined;
  /** Where it lies: the names of its folders from the top down. */
  place?: string[] | undefined;
  keywords?: string | undefined;
  icon?: LucideIcon | undefined;
  keys?: string | undefined;
  /** Opened in a new tab by Ctrl+Enter. */
  href?: string | undefined;
  isCurrent?: boolean | undefined;
  /** Offered when nothing else is: Enter waits a moment for something better. */
  isLastResort?: boolean;
  /** Leads to a page of choices. */
  choices?: (() => Choice[] | Promise<Choice[]>) | undefined;
  /** Writes this instead of running something. */
  query?: string;
  run: () => void | Promise<void>;
  recent?: Recent;
  /** The note it leads to, if it leads to one. */
  note?: Note | undefined;
  /** What else can be done with it: a page that Tab opens. */
  actions?: (() => PaletteItem[]) | undefined;
};

export type Section = { title: string; items: PaletteItem[] };

const MOST = 60;

/** Marks the found letters the way the server marks what a search has found. */
function withMarks({ item, marks }: { item: PaletteItem; marks: [number, number][] }): PaletteItem {
  let marked = "";
  let at = 0;
  for (const [from, to] of marks) {
    marked += `${item.title.slice(at, from)}\u0002${item.title.slice(from, to)}\u0003`;
    at = to;
  }
  return { ...item, marked: marked + item.title.slice(at) };
}

export const filtered = (query: string, items: PaletteItem[], limit = MOST): PaletteItem[] =>
  query.trim() ? ranked(query, items, limit).map(withMarks) : items.slice(0, limit);

export function itemOfAction(action: Action, context: ActionContext): PaletteItem {
  const { choices } = action;
  const title = titleOfAction(action, context);
  return {
    id: action.id,
    title,
    about: action.remark?.(context),
    keywords: `${action.keywords ?? ""} ${action.group}`,
    icon: action.icon,
    keys: keysOf(action.id)[0] ?? action.editorKeys,
    href: action.href,
    choices: choices && (() => choices(context)),
    run: () => runAction(action, context),
    recent: { kind: "action", id: action.id, title },
  };
}

/** The actions that fit here, in the order of their groups. */
export function actionSections(
  actions: Action[],
  context: ActionContext,
  groups: Action["group"][],
  titles: Partial<Record<Action["group"], string>>,
): Section[] {
  return groups.map((group) => ({
    title: titles[group] ?? group,
    items: actions
      .filter((action) => action.group === group && isAvailable(action, context))
      .map((action) => itemOfAction(action, context)),
  }));
}

export const itemOfChoice = (choice: Choice): PaletteItem => ({ ...choice, id: `choice.${choice.id}` });
