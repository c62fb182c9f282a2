import type { TokenScope } from "./tokens.ts";

/** What a call does to an account, as far as an app password is concerned. */
export type Access = "read" | "write";

/** App passwords that open what only reads, and what writes. */
const SCOPES: Record<Access, readonly TokenScope[]> = {
  read: ["api:read", "api:write"],
  write: ["api:write"],
};

/** Of accounts, their security, who may get in and by which address: whoever holds an app password must not get further with it. */
const CLOSED_NOUNS = new Set([
  "accounts",
  "security",
  "tokens",
  "referrals",
  "contact",
  "performance",
  "apm",
  "seo",
  "webLinks",
  // Sends notes to another service, and holds the keys to it.
  "drive",
]);
const CLOSED = new Set([
  // Who else may read, and secret addresses.
  ...["publications", "publication", "publish", "unpublish", "shareNote", "shareFolder", "shareCalendar"].map(
    (name) => `sharing.${name}`,
  ),
  ...["guestsOfNote", "guestsOfFolder", "guestsOfCalendar", "accept", "setRole", "end"].map(
    (name) => `sharing.${name}`,
  ),
  ...["blocked", "block", "unblock"].map((name) => `sharing.${name}`),
  ...["calendars.feed", "calendars.createFeed", "calendars.revokeFeed", "attendees.send"],
  // What works on by itself when the app password is revoked, and its address.
  ...["agents.save", "agents.makeWebhook", "agents.run"],
  // Keys of other services.
  ...["models.create", "models.update", "models.remove", "models.test", "models.probe"],
  ...["metrics.connect", "metrics.check", "metrics.disconnect"],
  // Of the browser that is signed in.
  ...["reminders.pushKey", "reminders.devices", "reminders.subscribe", "reminders.unsubscribe"],
  "reminders.test",
  // What goes out is decided by people.
  "chat.decide",
  // Of the operator.
  "layouts.switchComponent",
]);
/** Reads that ask a model, which costs, sends words out and leaves a record of it. */
const ASKING = new Set(["meaning.search"]);
/** What has scopes of its own beside those of the API. */
const MORE: Record<string, readonly TokenScope[]> = { "metrics.record": ["metrics:write"] };

/** The scopes of which an app password needs one for a door that reads or writes. */
export const scopesFor = (access: Access): readonly TokenScope[] => SCOPES[access];

/** The same for an operation, by its method; none where every app password is refused. */
export function scopesOfOperation(
  path: readonly string[],
  method: string | undefined,
): readonly TokenScope[] {
  const name = path.join(".");
  if (CLOSED_NOUNS.has(path[0]!) || CLOSED.has(name)) return [];
  return [...(MORE[name] ?? []), ...SCOPES[method === "GET" && !ASKING.has(name) ? "read" : "write"]];
}
