import type { ChatScope } from "#contract/chat.ts";
import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import { foldersBelow } from "../../notes/folders-below.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";
import type { ReadFile } from "../../retrieval/files-within-reach.ts";
import { type FilePassage, passagesOfFiles } from "../../retrieval/passages-of-files.ts";
import { passagesOfNotes } from "../../retrieval/passages-of-notes.ts";
import { partsOfProject } from "../../tasks/project-tasks.ts";
import { nearQuestion } from "../meaning/near-question.ts";
import { earlierQuestions, lastingMemories } from "../memory/recall.ts";
import type { ModelService } from "../providers/models.ts";
import { scoreBy } from "../../retrieval/rank-passages.ts";
import { type Retrieved, retrieve } from "../../retrieval/retrieve.ts";
import type { Reached, Scope } from "../../retrieval/scope.ts";

type Deps = { db: Database; collab: Pick<Collab, "bodies">; models: ModelService };

/** Passages that go with a question. */
const PASSAGES_MAX = 14;
/** Of long files. */
const FILE_PASSAGES_MAX = 20;
/** Of single notes that a conversation is about, in characters: what is shorter goes along whole. */
const WHOLE_NOTES_MAX = 24_000;
/** A question of fewer words leans on the one before it: "and when was that?" */
const FEW_WORDS = 3;

type Asked = {
  question: string;
  /** The question before it. */
  earlier: string | null;
  scope: ChatScope;
  threadId: string;
  reach: Reach;
  host: string;
  /** What was attached, or what the conversation keeps to. */
  files: readonly ReadFile[];
  signal: AbortSignal | null;
};

/** All that goes to a model with a question: passages, what was to be kept in mind, and questions of other chats. */
export async function contextFor(deps: Deps, userId: string, asked: Asked) {
  const { question, scope, threadId, reach, host } = asked;
  const where = { threadId, folderIds: scope.folderIds ?? [], host, reach };
  const [passages, lasting, earlier] = await Promise.all([
    passagesFor(deps, userId, asked),
    lastingMemories(deps.db, userId, where),
    earlierQuestions(deps.db, userId, question, where),
  ]);
  return { passages, lasting, earlier };
}

/**
 * What an account's own things say about a question. The earlier question helps to find it where this one says little by itself.
 */
async function passagesFor(
  deps: Deps,
  userId: string,
  { question, earlier, scope, reach, files, signal }: Asked,
): Promise<Retrieved[]> {
  const ofFiles = passagesOfQuestion(files, question);
  // A conversation about files alone is about nothing else.
  if (scope.fileIds?.length) return ofFiles;
  const found = await passagesOfThings(deps, userId, { question, earlier, scope, reach, signal });
  return [...ofFiles, ...found];
}

/** All of short files; of long ones what has most to do with the question. */
export function passagesOfQuestion(files: readonly ReadFile[], question: string): FilePassage[] {
  const passages = passagesOfFiles(files);
  const length = passages.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= WHOLE_NOTES_MAX) return passages;
  const score = scoreBy(new Map(tellingWords(question).map((word): [string, number] => [word, 1])));
  const ranked = passages
    .map((passage) => ({ passage, score: score({ heading: "", ...passage }) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, FILE_PASSAGES_MAX)
    .map(({ passage }) => passage);
  // In the order of the text, in which it was written to be read.
  const chosen = new Set(ranked);
  return passages.filter((passage) => chosen.has(passage));
}

async function passagesOfThings(
  deps: Deps,
  userId: string,
  { question, earlier, scope, reach, signal }: Omit<Asked, "threadId" | "host" | "files">,
): Promise<Retrieved[]> {
  const within = await resolveScope(deps.db, userId, scope);
  const whole = await wholeNotes(deps, userId, scope, { ...within, reach });
  if (whole) return whole;
  const asked = earlier && tellingWords(question).length < FEW_WORDS ? `${question}\n${earlier}` : question;
  const near = nearQuestion(deps, userId, asked, { ...within, reach, signal });
  return retrieve(deps, userId, asked, { ...within, reach, near, limit: PASSAGES_MAX });
}

/** All of the few notes that a conversation is about, where they are short; nothing else then has to be found. */
async function wholeNotes(
  deps: Deps,
  userId: string,
  scope: ChatScope,
  { reach, isOfPeople }: Reached,
): Promise<Retrieved[] | null> {
  const { noteIds = [], folderIds = [], tags = [] } = scope;
  if (noteIds.length === 0 || folderIds.length + tags.length > 0) return null;
  const passages = await passagesOfNotes(deps, userId, noteIds, reach, isOfPeople);
  const length = passages.reduce((sum, { text }) => sum + text.length, 0);
  if (length > WHOLE_NOTES_MAX) return null;
  return passages.map((passage) => ({ kind: "note", ...passage }));
}

/** A scope with the folders that lie below those it names, and what the account leaves out. An empty one is everywhere. */
export async function resolveScope(db: Database, userId: string, scope: ChatScope): Promise<Scope> {
  const { noteIds, tags, projectId } = scope;
  const project = projectId ? await projectOf(db, userId, projectId) : null;
  // Of a project without a folder no note is found, which is not everywhere: nothing lies in what is none.
  const folderIds = project ? [project.folderId ?? project.id] : scope.folderIds;
  return {
    ...((await leavesOutModels(db, userId)) && { isOfPeople: true }),
    ...(noteIds?.length && { noteIds }),
    ...(tags?.length && { tags }),
    ...(project && { project }),
    ...(folderIds?.length && { folderIds: await withFoldersBelow(db, userId, folderIds) }),
  };
}

async function projectOf(db: Database, userId: string, id: string): Promise<NonNullable<Scope["project"]>> {
  const { folderId, taskIds } = await partsOfProject(db, userId, id);
  return { id, folderId, taskIds: new Set(taskIds) };
}

async function withFoldersBelow(db: Database, userId: string, ids: string[]): Promise<string[]> {
  const below = await foldersBelow(db, userId, { ids });
  // Of those that are gone nothing is found, which is not everywhere.
  return below.length > 0 ? below : ids;
}

async function leavesOutModels(db: Database, userId: string): Promise<boolean> {
  const [row] = await db.queryAs<{ is_left_out: boolean | null }>(
    userId,
    "SELECT (settings->>'chatLeavesOutModels')::boolean AS is_left_out FROM user_preferences WHERE user_id = $1",
    [userId],
    "chat-leaves-out-models",
  );
  return row?.is_left_out === true;
}
