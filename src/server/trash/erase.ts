import { TRASH_COUNTS, type TrashKind } from "#contract/trash.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import type { Storage } from "../files/storage/storage.ts";
import { recordChange } from "../live/record-change.ts";
import { type Counts, inOrder, type Item, type Kinds, toCounts } from "./kinds.ts";

type ByKind = Partial<Record<TrashKind, number>>;

const AT_A_TIME = 200;

type Services = { db: Database; storage: Storage; kinds: Kinds };

/** Deletes for ever, and only what is in the trash. A folder takes along what went into the trash with it. */
export async function eraseItems(
  services: Services,
  userId: string,
  items: Item[],
): Promise<{ removed: Counts }> {
  const removed = await services.db.bulkLimiter(userId, () => erasePortion(services, userId, items));
  return { removed: toCounts(removed) };
}

async function erasePortion(services: Services, userId: string, items: Item[]): Promise<ByKind> {
  const removed = await services.db.withUser(userId, (tx) => eraseTogether(tx, services.kinds, items));
  for (const { kind, id } of items) {
    const { erase } = services.kinds[kind];
    if ("apart" in erase && (await erase.apart(services, userId, id))) add(removed, { [kind]: 1 });
  }
  return removed;
}

async function eraseTogether(tx: Tx, kinds: Kinds, items: Item[]): Promise<ByKind> {
  const removed: ByKind = {};
  const titles: string[] = [];
  for (const [kind, { erase }] of inOrder(kinds)) {
    const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
    if (!("together" in erase) || ids.length === 0) continue;
    const gone = await erase.together(tx, ids);
    add(removed, gone.removed);
    titles.push(...(gone.titles ?? []));
  }
  if (totalOf(removed) === 0) return removed;
  await notifyPages(tx, kinds, items);
  const only = items.length === 1 ? titles[0] : undefined;
  await logActivity(tx, {
    type: "trash_emptied",
    title: `Deleted ${only === undefined ? describe(removed) : quoted(only)} permanently`,
    metadata: { removed: toCounts(removed) },
  });
  return removed;
}

function add(sum: ByKind, more: ByKind): void {
  for (const [kind, count] of Object.entries(more) as [TrashKind, number][])
    sum[kind] = (sum[kind] ?? 0) + count;
}

const totalOf = (removed: ByKind) => Object.values(removed).reduce((sum, count) => sum + count, 0);

function describe(removed: ByKind): string {
  const parts = (Object.keys(TRASH_COUNTS) as TrashKind[]).flatMap((kind) => {
    const count = removed[kind] ?? 0;
    return count > 0 ? [`${count} ${count === 1 ? kind : TRASH_COUNTS[kind]}`] : [];
  });
  const last = parts.pop() ?? "";
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}

/** One event for each kind: whoever lists them asks again for all. */
async function notifyPages(tx: Tx, kinds: Kinds, items: Item[]): Promise<void> {
  for (const [entity, { erase }] of Object.entries(kinds) as [TrashKind, Kinds[TrashKind]][]) {
    const one = items.find((item) => item.kind === entity);
    if (one && "together" in erase)
      await recordChange(tx, { userId: tx.userId, entity, entityId: one.id, operation: "delete" });
  }
}

/** In portions, so that a trash of a hundred thousand notes holds up nobody. */
export async function emptyTrash(services: Services, userId: string): Promise<{ removed: Counts }> {
  return { removed: toCounts(await services.db.bulkLimiter(userId, () => eraseAll(services, userId))) };
}

async function eraseAll(services: Services, userId: string): Promise<ByKind> {
  const total: ByKind = {};
  const all = Object.values(services.kinds)
    .map((kind) => kind.all)
    .join(" UNION ALL ");
  // What is deleted while this goes on was not meant.
  const [start] = await services.db.queryAs<{ now: string }>(userId, "SELECT now()::text AS now", []);
  for (;;) {
    const items = await services.db.queryAs<Item>(
      userId,
      `SELECT * FROM (${all}) AS items LIMIT ${AT_A_TIME}`,
      [userId, start!.now],
    );
    if (items.length === 0) return total;
    const removed = await erasePortion(services, userId, items);
    if (totalOf(removed) === 0) return total;
    add(total, removed);
  }
}
