import type { Tx } from "../../db/client.ts";

/** Someone who sees the project that a table comes into, and every address by which its owner knows them. */
export type Person = { id: string; name: string; emails: string[] };

/** Those of an own project that is shared; in others tasks are given to nobody. */
export async function peopleOf(tx: Tx, projectId: string | null): Promise<Person[]> {
  if (projectId === null) return [];
  return tx.query<Person>(
    `SELECT g.id, g.name, array_remove(ARRAY(SELECT lower(s.email) FROM shares s WHERE s.owner_id = $1 AND s.user_id = g.id)
       || (SELECT lower(u.email) FROM user_profiles u WHERE u.id = g.id AND g.id = $1), NULL) AS emails
     FROM people_of_project($2) g
     WHERE EXISTS (SELECT FROM projects p WHERE p.id = $2 AND p.user_id = $1 AND p.is_shared)`,
    [tx.userId, projectId],
    "people-for-table",
  );
}

const folded = (name: string): string => name.normalize("NFC").replaceAll(/\s+/g, " ").trim().toLowerCase();

/** "Ann, ben@example.com" or "Name <address>": who each of them is; a name that two people have is nobody's. */
export function readPeople(cell: string, people: readonly Person[]): { known: Person[]; unknown: string[] } {
  const whole = byWords(cell, people);
  if (whole) return { known: [whole], unknown: [] };
  const known: Person[] = [];
  const unknown: string[] = [];
  for (const words of cell.split(/[,;]/).map((each) => each.trim())) {
    if (words === "") continue;
    const person = byWords(words, people);
    if (!person) unknown.push(words.slice(0, 200));
    else if (!known.includes(person)) known.push(person);
  }
  return { known, unknown };
}

function byWords(words: string, people: readonly Person[]): Person | null {
  const email = (/<([^<>]+)>\s*$/.exec(words)?.[1] ?? words).trim().toLowerCase();
  const byEmail = people.find(({ emails }) => emails.includes(email));
  if (byEmail) return byEmail;
  const name = folded(words.replace(/<[^<>]*>\s*$/, ""));
  const named = name === "" ? [] : people.filter((person) => folded(person.name) === name);
  return named.length === 1 ? named[0]! : null;
}
