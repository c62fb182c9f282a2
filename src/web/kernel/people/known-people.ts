import type { Guest } from "#contract/sharing.ts";
import { api, queryClient } from "../../platform/api.ts";

type KnownPerson = { email: string; name: string | null };

/** Those one shares with, as far as this page has heard of them, by name. */
export function knownPeople(): KnownPerson[] {
  const { sharing } = api;
  const answers = [sharing.guestsOfNote.key(), sharing.guestsOfFolder.key()].flatMap((queryKey) =>
    queryClient.getQueriesData<{ guests: Guest[] }>({ queryKey }),
  );
  const known = new Map<string, KnownPerson>();
  for (const { email, name } of answers.flatMap(([, answer]) => answer?.guests ?? []))
    if (name !== null || !known.has(email)) known.set(email, { email, name });
  return [...known.values()].sort((a, b) => (a.name ?? a.email).localeCompare(b.name ?? b.email));
}
