import type { Editor } from "@tiptap/core";
import type { LucideIcon } from "lucide-react";
import type { Subject, Subjects } from "./subject.ts";

/** Text a person has selected, as it was when an action was asked for. */
export type SelectedText = {
  text: string;
  /** Selected in the text of a note that is open. */
  isInEditor: boolean;
};

/** The note text on the screen. */
export type OpenEditor = { editor: Editor; noteId: string; openLink: () => void };

/** Where a person is when an action is asked for. */
export type ActionContext = {
  via: "keys" | "palette" | "menu";
  path: string;
  /** What is meant: by the row that has the focus or the menu, else the note that is open. */
  subject: Subject | null;
  /** It is meant by its row and not because it is open. */
  isRow: boolean;
  selection: SelectedText | null;
  editor: OpenEditor | null;
  go: (href: string) => void;
};

/** One answer to the question an action asks: a folder to move to, a theme to choose. */
export type Choice = {
  id: string;
  title: string;
  isCurrent?: boolean;
  icon?: LucideIcon;
  /** Shown, and not to be chosen. */
  isOff?: boolean;
  /** A line stands above it in menus. */
  startsGroup?: boolean;
  /** Further answers to choose from, instead of `run`. */
  choices?: () => Choice[] | Promise<Choice[]>;
  run: () => void;
};

/** What can be done with a note is in "Note", with a folder in "Folder". */
export type SubjectGroup = Capitalize<keyof Subjects>;

export type ActionGroup =
  | "General"
  | "Go to"
  | SubjectGroup
  | "Selection"
  | "Assistant"
  | "Text"
  | "View"
  | "Block"
  | "Window";

/** Something a person can have done, stated once: palette, menus, keys and the keyboard map all take it from here. */
export type Action = {
  id: string;
  title: string | ((context: ActionContext) => string);
  group: ActionGroup;
  icon?: LucideIcon;
  /** The action of another noun that it follows in lists; without one it keeps the place its manifest has. */
  after?: string;
  /** Further words by which the palette finds it. */
  keywords?: string;
  /** A line stands above it in menus. */
  startsGroup?: boolean;
  isDanger?: boolean;
  /** A toast offers its Undo. */
  isUndoable?: boolean;
  /** Its keys work while writing in a note as well, as long as the editor leaves them free. */
  worksInEditor?: boolean;
  /** Keys the editor itself listens to; shown, but not bound here. */
  editorKeys?: string;
  /** Why it does little at the moment, or nothing: said beside its title. */
  remark?: (context: ActionContext) => string | undefined;
  isAvailable?: (context: ActionContext) => boolean;
  /** Whether what it switches is on at the selection; undefined for what is no switch. */
  isOn?: (context: ActionContext) => boolean;
  /** Where it leads, for what can be opened in a new tab. */
  href?: string;
  /** The palette shows these on a page of their own; menus and keys call `run`. */
  choices?: (context: ActionContext) => Choice[] | Promise<Choice[]>;
  run: (context: ActionContext) => void | Promise<void>;
};

export const titleOfAction = (action: Action, context: ActionContext): string =>
  typeof action.title === "string" ? action.title : action.title(context);

export const isAvailable = (action: Action, context: ActionContext): boolean =>
  action.isAvailable?.(context) ?? true;
