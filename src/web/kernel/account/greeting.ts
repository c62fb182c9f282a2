import type { Profile } from "#contract/accounts.ts";
import { t } from "../../lib/messages/t.ts";
import { createdAtOf } from "../../platform/ids.ts";

/** What is stored for a person who chose no greeting of their own. */
export const DEFAULT_WELCOME = "Welcome back";
const FIRST_DAY_MS = 24 * 60 * 60_000;

/** What the dashboard says to a person. Nobody is back on the first day. */
export function greetingOf({ id, name, welcomeMessage }: Profile, now = Date.now()): string {
  const age = now - createdAtOf(id);
  if (welcomeMessage === DEFAULT_WELCOME && age < FIRST_DAY_MS) return t("Welcome, {name}", { name });
  return `${welcomeMessage}, ${name}`;
}
