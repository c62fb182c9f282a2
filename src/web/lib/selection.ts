export type Selection = {
  ids: ReadonlySet<string>;
  /** From where Shift selects: the row that was chosen last. */
  anchor: string | null;
  /** What was selected when the anchor was set; a range comes on top of it, so that it can shrink again. */
  base: ReadonlySet<string>;
};

export const NOTHING: Selection = { ids: new Set(), anchor: null, base: new Set() };

/** One more or one less; Shift selects from here on. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next };
}

/** Everything between the anchor and `id`, on top of what was selected before. */
export function extended(selection: Selection, order: readonly string[], id: string): Selection {
  const to = order.indexOf(id);
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  if (to < 0) return selection;
  if (from < 0)
    return toggled({ ...selection, ids: new Set([...selection.ids].filter((each) => each !== id)) }, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...selection, ids: new Set([...selection.base, ...range]) };
}
