import type { CalendarSearch } from "../../features/calendar/model/periods.ts";
import type { ExplorerSearch } from "../../features/notes/list/explorer-choices.ts";

/** Addresses hold plain words: `?q=tent&folder=...`, readable and typeable by hand. */
export type SearchParams = Record<string, string | undefined>;

export function parseSearch(search: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => typeof value === "string" && value !== "");
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries as [string, string][])}`;
}

/** Picks the named parameters; a link with others in it still works. */
export function only<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [K in Name]?: string } => {
    const picked: { [K in Name]?: string } = {};
    for (const name of names) if (typeof search[name] === "string") picked[name] = search[name];
    return picked;
  };
}

/** What the addresses of lists of notes may hold (features/notes/list/explorer-choices.ts). */
export const EXPLORER_PARAMETERS = [
  "q",
  "tag",
  "view",
  "layout",
  "sort",
  "order",
  "category",
  "has",
] as const satisfies readonly (keyof ExplorerSearch)[];

/** `thread`: a conversation; `note` and `folder`: what a new one keeps to; `list`: all of them, where there is room for one thing. */
export const CHAT_PARAMETERS = ["thread", "note", "folder", "list"] as const;

/** The same of a conversation by voice. */
export const VOICE_PARAMETERS = ["thread", "note", "folder"] as const;

/** What the address of the calendar may hold; with `createTask` (the specification's) a task is added over it. */
export const CALENDAR_PARAMETERS = [
  "view",
  "on",
  "event",
  "at",
  "add",
  "again",
  "tell",
  "brief",
  "createTask",
] as const satisfies readonly (keyof CalendarSearch | "createTask")[];

const FIRST_PAGE = "/app/dashboard";
const HERE = "here.invalid";

/** Where to go after signing in: a protected place of this site, whatever the link says. */
export function safeNext(next: string | undefined): string {
  if (!next || !/^\/\w[^\\]*$/.test(next)) return FIRST_PAGE;
  // As the browser reads it: "/app/../auth/logout" is not below /app.
  const { host, pathname } = new URL(next, `http://${HERE}`);
  return host === HERE && /^\/(?:app|setup|mobile)(?:\/|$)/.test(pathname) ? next : FIRST_PAGE;
}
