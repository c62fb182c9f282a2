import type { Changeset } from "#contract/changesets.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { whenDecided } from "./deciding.ts";

/**
 * The list says when each was changed last. One whose state is here already, as after a decision of this page, isn't asked for again: it may hold
 * the texts of a thousand notes.
 */
export async function refreshChangesets(ids: ReadonlySet<string>): Promise<void> {
  invalidate(api.changesets.waitingIn.key());
  invalidate(api.rehearsals.key());
  await Promise.all([...ids].map(whenDecided));
  await queryClient.invalidateQueries({ queryKey: api.changesets.list.key() });
  const shown = [...ids].flatMap((id) => {
    const key = api.changesets.get.queryKey({ input: { id } });
    const known = queryClient.getQueryData<Changeset>(key);
    return known ? [{ id, key, updatedAt: known.updatedAt }] : [];
  });
  if (shown.length === 0) return;
  const { changesets } = await queryClient.fetchQuery(api.changesets.list.queryOptions());
  for (const { id, key, updatedAt } of shown)
    if (changesets.find((each) => each.id === id)?.updatedAt !== updatedAt) invalidate(key);
}
