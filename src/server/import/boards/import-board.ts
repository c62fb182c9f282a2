import type { TaskTableImport, TaskTableLook } from "#contract/imports.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { logActivity } from "../../activity/log-activity.ts";
import type { Services } from "../../base.ts";
import { zoneOfUser } from "../../db/account-clock.ts";
import type { Tx } from "../../db/client.ts";
import { within } from "../../db/within.ts";
import { Refused } from "../../extract/refused.ts";
import { Failure, notFound } from "../../failure.ts";
import { createProject } from "../../projects/projects.ts";
import { assignImported, importTasks } from "../../tasks/import-tasks.ts";
import { addTasksIn } from "../../tasks/project-tasks.ts";
import { decode } from "../formats/read-text.ts";
import { importId as idOf } from "../import-id.ts";
import { rowsOfTasks } from "../planner/planner-task.ts";
import { type Choices, chooseTasks, lookOf } from "./choose-tasks.ts";
import { peopleOf } from "./people.ts";
import { type Board, readBoard } from "./read-board.ts";

type Deps = Pick<Services, "db">;
export type SentTable = { bytes: Buffer; name: string };
/** An own project, or the title of a new one; without either the new one is called as the table says. */
export type TableTarget = { projectId: string } | { title: string | null };

/** What would be made, and nothing is. @throws Failure INVALID_INPUT for what is no table of tasks */
export const lookAtTable = (
  { db }: Deps,
  userId: string,
  sent: SentTable,
  projectId: string | null,
  choices: Choices,
): Promise<TaskTableLook> =>
  db.withUser(userId, async (tx) => {
    const board = await read(tx, sent, projectId, choices);
    const ids = await idsOf(tx, board);
    return lookOf(board, choices, presentIn(ids));
  });

/**
 * Makes its tasks in one transaction, and an import that takes exactly these back. What an earlier one made of the same rows stays as it is.
 * @throws Failure INVALID_INPUT, NOT_FOUND, QUOTA_EXCEEDED
 */
export const importTable = (
  { db }: Deps,
  userId: string,
  sent: SentTable,
  target: TableTarget,
  choices: Choices,
): Promise<TaskTableImport> =>
  db.bulkLimiter(userId, () => db.withUser(userId, (tx) => importIn(db, tx, sent, target, choices)));

async function importIn(
  db: Deps["db"],
  tx: Tx,
  sent: SentTable,
  target: TableTarget,
  choices: Choices,
): Promise<TaskTableImport> {
  const board = await read(tx, sent, "projectId" in target ? target.projectId : null, choices);
  const ids = await idsOf(tx, board);
  const { chosen, out } = chooseTasks(board, choices, presentIn(ids));
  if (chosen.length === 0)
    throw new Failure(
      "INVALID_INPUT",
      "None of its tasks would be imported: they are here already, or left out.",
    );
  const lines = rowsOf(chosen, ids);
  const importId = await begin(tx, sent, board, lines.flat(), out.present);
  const inside = within(db, tx);
  const projectId = await open(inside, tx, importId, target, board.title);
  for (const rows of lines) await importTasks(inside, tx.userId, rows, importId);
  // A check of keys that was planned while there were few tasks looks at all of them for each of thousands.
  await tx.query("SET LOCAL plan_cache_mode = force_custom_plan");
  for (const rows of lines) await addTasksIn(tx, { projectId, taskIds: rows.map(({ id }) => id) });
  await tx.query("SET LOCAL plan_cache_mode = auto");
  await assignImported(
    tx,
    chosen.flatMap(({ task, of }) =>
      of.assigneeId === null ? [] : [{ id: ids.get(task.key)!.id, assignee_id: of.assigneeId }],
    ),
  );
  await logActivity(tx, {
    type: "import_notes",
    title: `Imported ${chosen.length} task${chosen.length === 1 ? "" : "s"}`,
    description: `From ${sent.name}`,
    entityType: "project",
    entityId: projectId,
    metadata: { import_id: importId },
  });
  return { importId, projectId, made: chosen.length, present: out.present };
}

/** Remembers which tasks it makes, by which it is taken back. */
async function begin(
  tx: Tx,
  { name, bytes }: SentTable,
  { source }: Board,
  rows: { id: string }[],
  presentTasks: number,
): Promise<string> {
  const importId = uuidV7();
  await tx.query(
    `INSERT INTO imports (id, user_id, name, status, format, size, plan, settings_before, finished_at)
     VALUES ($1, $2, $3, 'done', $4, $5, $6, $7, now())`,
    [
      importId,
      tx.userId,
      name.slice(0, 300),
      source,
      bytes.length,
      { tasks: rows.length, presentTasks },
      { tasks: rows.map(({ id }) => id) },
    ],
  );
  return importId;
}

async function read(
  tx: Tx,
  { bytes, name }: SentTable,
  projectId: string | null,
  { isDayFirst }: Choices,
): Promise<Board> {
  const zone = (await zoneOfUser(tx)) ?? "UTC";
  const people = await peopleOf(tx, projectId);
  try {
    return readBoard(decode(bytes), name, { zone, now: new Date(), isDayFirst, people });
  } catch (error) {
    if (error instanceof Refused) throw new Failure("INVALID_INPUT", error.message);
    throw error;
  }
}

type Known = { id: string; isPresent: boolean };
const GENERATIONS = 20;

/**
 * What each task is called here: always the same for the same row of the same program or table, so that nothing is made twice. One that lies in the
 * trash, as after an undo, is not in the way of a new one.
 */
async function idsOf(tx: Tx, { source, title, tasks }: Board): Promise<Map<string, Known>> {
  const ids = new Map<string, Known>();
  // Linear and Trello know all of their ids; in other tables "1" and "Planning" are of that table alone.
  const table = source === "csv" ? `csv of ${title}` : source;
  let open = tasks.map(({ task }) => task.key);
  for (let generation = 0; open.length > 0 && generation < GENERATIONS; generation++) {
    const named = new Map(
      open.map((key) => [idOf(tx.userId, `table ${table} ${generation}`, "note", key), key]),
    );
    const there = new Map(
      (
        await tx.query<{ id: string; trashed: boolean }>(
          "SELECT id, trashed_at IS NOT NULL AS trashed FROM tasks WHERE id = ANY ($1::uuid[])",
          [[...named.keys()]],
        )
      ).map(({ id, trashed }) => [id, trashed]),
    );
    open = [];
    for (const [id, key] of named)
      if (there.get(id)) open.push(key);
      else ids.set(key, { id, isPresent: there.has(id) });
  }
  for (const key of open) ids.set(key, { id: uuidV7(), isPresent: false });
  return ids;
}

const presentIn = (ids: Map<string, Known>) =>
  new Set([...ids].flatMap(([key, { isPresent }]) => (isPresent ? [key] : [])));

/** Ids are names yet. */
type NamedRow = { id: string; parent_id: string | null };

/** Lines of rows as importTasks takes them, parents first. */
function rowsOf(chosen: ReturnType<typeof chooseTasks>["chosen"], ids: Map<string, Known>) {
  const byKey = new Map(chosen.map((each) => [each.task.key, each]));
  const toId = (key: string) => ids.get(key)?.id ?? null;
  const isThere = (key: string) => byKey.has(key) || ids.get(key)?.isPresent === true;
  const parents = new Map(chosen.map(({ task }) => [task.key, task.parentKey]));
  const lines = [
    ...rowsOfTasks(
      "",
      chosen.map(({ task }) => task),
    ),
  ];
  return lines.map((line) =>
    (line.rows as NamedRow[]).map((row) => {
      const key = row.id.slice(1);
      const parent = row.parent_id?.slice(1) ?? null;
      const { state, of } = byKey.get(key)!;
      // One that came with an earlier import of the same table is above it as well.
      const above = parent ?? parents.get(key) ?? null;
      return {
        ...row,
        id: toId(key)!,
        parent_id:
          parent !== null || (above !== null && ids.get(above)?.isPresent) ? toId(above ?? "") : null,
        is_started: state === "doing",
        waits_for: of.blockedBy.flatMap((other) => (other !== key && isThere(other) ? toId(other)! : [])),
      };
    }),
  );
}

/** @throws Failure NOT_FOUND for a project that is not one's own */
async function open(
  db: Deps["db"],
  tx: Tx,
  importId: string,
  target: TableTarget,
  title: string,
): Promise<string> {
  if ("projectId" in target) {
    const [known] = await tx.query("SELECT 1 FROM projects WHERE id = $1 AND user_id = $2", [
      target.projectId,
      tx.userId,
    ]);
    if (!known) throw notFound();
    return target.projectId;
  }
  const { id, folderId } = await createProject(db, tx.userId, { title: target.title ?? title });
  await tx.query(
    "UPDATE imports SET settings_before = settings_before || jsonb_build_object('projects', jsonb_build_array($3::text)) WHERE id = $1 AND user_id = $2",
    [importId, tx.userId, id],
  );
  await tx.query(
    `INSERT INTO import_items (import_id, user_id, position, kind, entity_id, title, outcome) VALUES ($1, $2, 0, 'folder', $3, $4, 'made')`,
    [importId, tx.userId, folderId, target.title ?? title],
  );
  return id;
}
