const MOST_LETTERS = 40;

/** An id that nothing has taken yet: the wanted one, or that with a number. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted.slice(0, MOST_LETTERS);
  for (let count = 2; taken.has(id); count++) id = `${wanted.slice(0, MOST_LETTERS - 4)}-${count}`;
  return id;
}
