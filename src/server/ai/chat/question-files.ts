import { setTimeout } from "node:timers/promises";
import { buffer } from "node:stream/consumers";
import type { Services } from "../../base.ts";
import { isImage, isReadAsText } from "../../files/kinds.ts";
import { openRow } from "../../files/open-file.ts";
import { forModel } from "../../files/pictures/images.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";
import { filesWithinReach, type ReadFile } from "../../retrieval/files-within-reach.ts";
import type { ShownPicture } from "../providers/model-client.ts";

type Deps = Pick<Services, "db" | "storage" | "config">;
type Asked = {
  fileIds: readonly string[];
  reach: Reach;
  /** Then the words in pictures are not needed. */
  seesPictures: boolean;
  /** Null: what is not read yet is not waited for. */
  signal: AbortSignal | null;
};

/** A document is read within seconds; a long scan may take minutes, and is asked about later. */
const WAIT_MS = 45_000;
const LOOK_MS = 500;
/** Of pictures in one question. */
export const PICTURES_MAX = 8;

export type QuestionFiles = {
  files: ReadFile[];
  /** What could not be taken along, in words to be shown; null where all is. */
  missing: string | null;
};

/** The files of a question that may go there, once their words are read. @throws AbortError */
export async function filesOfQuestion(
  { db, config }: Deps,
  userId: string,
  { fileIds, reach, seesPictures, signal }: Asked,
): Promise<QuestionFiles> {
  if (fileIds.length === 0) return { files: [], missing: null };
  const isOcrAwaited = config.pictureText.isOn && !seesPictures;
  const isWaiting = ({ type, is_read: isRead }: ReadFile) =>
    !isRead && (isReadAsText(type) || (isOcrAwaited && isImage(type)));
  const until = Date.now() + WAIT_MS;
  let files = await filesWithinReach(db, userId, fileIds, reach);
  while (signal && files.some(isWaiting) && Date.now() < until) {
    await setTimeout(LOOK_MS, undefined, { signal });
    files = await filesWithinReach(db, userId, fileIds, reach);
  }
  const late = files.filter(isWaiting).map(({ name }) => name);
  const own = await filesWithinReach(db, userId, fileIds, "nowhere");
  const fenced = own.filter(({ id }) => !files.some((file) => file.id === id)).map(({ name }) => name);
  const mute = files
    .filter((file) => file.text.trim() === "" && !isWaiting(file) && !(seesPictures && isImage(file.type)))
    .map(({ name }) => name);
  const missing = [
    late.length > 0 && `Not read yet, so not in this answer: ${late.join(", ")}. Ask again in a minute.`,
    fenced.length > 0 &&
      `Not sent, by the AI access of the notes that show them: ${fenced.join(", ")}. Not in this answer.`,
    mute.length > 0 && `No words were found in: ${mute.join(", ")}.`,
    fileIds.length > own.length && "A file of this question was deleted.",
  ].filter((words) => words !== false);
  return { files, missing: missing.length > 0 ? missing.join(" ") : null };
}

export const picturesOf = (files: readonly ReadFile[]): ReadFile[] =>
  files.filter(({ type, width }) => isImage(type) && width !== null).slice(0, PICTURES_MAX);

/** As models take them: encoded anew by us, so that neither places nor serial numbers of cameras go out. */
export function loadPictures(
  { storage }: Pick<Deps, "storage">,
  files: readonly ReadFile[],
): Promise<ShownPicture[]> {
  return Promise.all(
    files.map(async (file) => {
      const shown = await buffer(await openRow(storage, file, "medium").open());
      return { base64: (await forModel(shown)).toString("base64") };
    }),
  );
}
