import { posix } from "node:path";
import { fileIdOf } from "../apply/link-file.ts";
import { importId } from "../import-id.ts";
import { noteNames } from "../note-names.ts";
import { type ParsedFile, parseFile, type ParseTask } from "../parse-file.ts";
import { IMAGE, MARKDOWN, NOTE_FILE, type Walked, walkFiles } from "../walk-files.ts";
import type { FileLimits } from "../validate-file.ts";
import type { PlanWriter } from "./plan-writer.ts";
import { messageOf } from "../../extract/refused.ts";
import { STAGED_NOTE } from "./stage.ts";

export type PlanTask = {
  /** The tree, by its real path. */
  root: string;
  userId: string;
  key: string;
  limits: FileLimits;
  renamed: Record<string, string>;
  isObsidian: boolean;
  /** The tree is a folder of the person's own: it becomes one itself, and what is no Markdown in it was not sent to be imported. */
  isInPlace: boolean;
  /** What files of the tree are called already. */
  fileIds?: Record<string, string> | undefined;
  /** Paths of notes that an earlier run made. */
  present: ReadonlySet<string>;
  /** A part of a path as people call it. */
  nameOf: (part: string) => string;
  /** Notes that a reader before this one did not survive, and what to say of them. */
  tooHard: { paths: ReadonlySet<string>; reason: string };
  onNote: (path: string | null) => Promise<void>;
  onProgress: (done: number) => void;
};

const NAME_MAX = 200;
const byName = new Intl.Collator("en", { numeric: true });
/** So many that a note may show at most. */
const ABSENT_MAX = 500;
/** Files that no note shows are told one by one up to here. */
const UNSHOWN_MAX = 200;

/** Reads every note of a tree, finds what its links and pictures mean, and writes down what is to be made. */
export async function planTree(task: PlanTask, plan: PlanWriter): Promise<void> {
  const findByName = noteNames(task.root);
  const folders = createFolderLines(task, plan);
  const files = new Set<string>();
  let done = 0;
  // In the order of their names, as people look for them; there are at most as many as an import may have.
  const found: Walked[] = [];
  for await (const file of walkFiles(task.root, "", task.isInPlace ? MARKDOWN : NOTE_FILE)) found.push(file);
  const walked = found.toSorted((a, b) => byName.compare(a.path, b.path));
  const addNote = async (path: string, read: ParsedFile | { reason: string }) => {
    const shown = path.replace(STAGED_NOTE, "");
    if ("reason" in read) return plan.add({ kind: "skipped", path: shown, reason: read.reason });
    const folderId = await folders.idOf(posix.dirname(path));
    for (const file of read.images) {
      if (files.has(file)) continue;
      files.add(file);
      const id = fileIdOf(parseOf(task), file);
      await plan.add({ kind: "file", id, name: posix.basename(file), path: file });
    }
    const { title, tags, isFavorite, category, writtenAt, problems, links } = read;
    const seed = await plan.keep(read.seed);
    const id = importId(task.userId, task.key, "note", path);
    const dates = { created: writtenAt.created.toISOString(), updated: writtenAt.updated.toISOString() };
    await plan.add({
      kind: "note",
      id,
      folderId,
      path: shown,
      title,
      tags,
      isFavorite,
      category,
      ...dates,
      seed,
      problems,
      links,
      images: read.images.length,
      ...(read.absent.length > 0 && {
        absent: read.absent.slice(0, ABSENT_MAX).map(({ kind: way, target }) => ({ kind: way, target })),
      }),
    });
  };
  // One at a time: threads are not bound by Node's permissions.
  for (const { path, leftOut } of walked) {
    if (task.present.has(path)) {
      await plan.add({ kind: "present", id: importId(task.userId, task.key, "note", path), path });
      task.onProgress(++done);
      continue;
    }
    const reason = leftOut ?? (task.tooHard.paths.has(path) ? task.tooHard.reason : undefined);
    if (reason === undefined) await task.onNote(path);
    await addNote(path, reason === undefined ? await readOne(task, path, findByName) : { reason });
    task.onProgress(++done);
  }
  await task.onNote(null);
  if (!task.isInPlace) await tellUnshown(task.root, files, plan);
}

/** What all files of a tree have in common. */
const parseOf = ({ root, userId, key, limits, renamed, isObsidian, fileIds }: PlanTask) => ({
  ...{ root, userId, key, ...limits, renamed, isObsidian },
  ...(fileIds && { fileIds }),
});

async function readOne(
  task: PlanTask,
  path: string,
  findByName: ReturnType<typeof noteNames>,
): Promise<ParsedFile | { reason: string }> {
  const names: ParseTask["names"] = {};
  for (;;) {
    const answer = await parseFile({ ...parseOf(task), path, names, refused: {} });
    if ("unreadable" in answer) return { reason: answer.unreadable };
    if ("error" in answer) return { reason: `can't be read: ${messageOf(answer.error)}` };
    if ("parsed" in answer) return answer.parsed;
    for (const name of answer.asks) names[name] = await findByName(name);
  }
}

/** Folders, each before what is in it. */
function createFolderLines({ root, userId, key, nameOf, isInPlace }: PlanTask, plan: PlanWriter) {
  const known = new Map<string, string>();
  async function idOf(path: string): Promise<string | null> {
    const isTop = path === "." || path === "";
    if (isTop && !isInPlace) return null;
    const there = known.get(path);
    if (there !== undefined) return there;
    const parentId = isTop ? null : await idOf(posix.dirname(path));
    const id = importId(userId, key, "folder", path);
    known.set(path, id);
    const name = nameOf(posix.basename(isTop ? root : path))
      .replaceAll("\0", "")
      .trim()
      .slice(0, NAME_MAX)
      .toWellFormed();
    await plan.add({ kind: "folder", id, name: name || "Imported", parentId, path });
    return id;
  }
  return { idOf };
}

const NOT_READ = "files of this kind are not read";

/** Pictures and other files that lie there and that no note leads to. */
async function tellUnshown(root: string, shown: Set<string>, plan: PlanWriter): Promise<void> {
  let count = 0;
  const isAlone = plan.counts.notes === 0;
  for await (const { path } of walkFiles(root, "", /./)) {
    if (NOTE_FILE.test(path) || shown.has(path) || path.startsWith("_rows/")) continue;
    count++;
    const reason = IMAGE.test(path)
      ? "a picture that no note shows"
      : isAlone
        ? NOT_READ
        : "no note leads to it";
    if (count <= UNSHOWN_MAX) await plan.add({ kind: "skipped", path, reason });
  }
  if (count > UNSHOWN_MAX)
    await plan.add({
      kind: "skipped",
      path: `${count - UNSHOWN_MAX} more files`,
      reason: "no note leads to them",
    });
}
