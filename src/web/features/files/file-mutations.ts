import type { InfiniteData } from "@tanstack/react-query";
import type { FileEntry, ListedFile } from "#contract/files.ts";
import { api, queryClient } from "../../platform/api.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { downloadFrom } from "../../platform/device/download.ts";
import { errorMessage, failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { undoable } from "../../kernel/undo.ts";
import { toast } from "../../ui/toast-store.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type Pages = InfiniteData<{ files: ListedFile[]; nextCursor: string | null }>;

/** As many as one call takes. */
const AT_ONCE = 500;

/** Takes them off the lists at once; answers what puts them back. */
const leaveOut = (ids: ReadonlySet<string>) => showFiles((files) => files.filter(({ id }) => !ids.has(id)));

const showName = (fileId: string, name: string) =>
  showFiles((files) => files.map((file) => (file.id === fileId ? { ...file, name } : file)));

function showFiles(change: (files: ListedFile[]) => ListedFile[]): () => void {
  const queryKey = api.files.list.key();
  const before = queryClient.getQueriesData<Pages>({ queryKey });
  queryClient.setQueriesData<Pages>({ queryKey }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => ({ ...page, files: change(page.files) }));
    return { ...data, pages };
  });
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

function refresh(): void {
  // Projects count their files.
  for (const queryKey of [api.files.key(), api.trash.key(), api.projects.key()])
    void queryClient.invalidateQueries({ queryKey });
}

const portions = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) =>
    all.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );

/** "2 notes show it and will miss it": what deleting means for notes; empty when it means nothing. */
export function missedWords(files: Pick<ListedFile, "uses">[]): string {
  const uses = files.reduce((sum, file) => sum + file.uses, 0);
  if (uses === 0) return "";
  return files.length === 1
    ? plural(uses, {
        one: "{count} note uses it.",
        other: "{count} notes use it.",
      })
    : plural(uses, {
        one: "{count} note uses them.",
        other: "{count} notes use them.",
      });
}

/** Into the trash, also without a connection: then it happens when there is one. */
export async function removeFiles(files: ListedFile[]): Promise<void> {
  const ids = files.map(({ id }) => id);
  const undo = leaveOut(new Set(ids));
  const [only] = files;
  const isImage = files.length === 1 && only?.kind === "image";
  try {
    for (const fileIds of portions(ids))
      await send(["files", "removeMany"], { fileIds }, () => api.files.removeMany.call({ fileIds }));
    refresh();
    const done = isImage
      ? t("Image deleted successfully")
      : plural(files.length, { one: "File deleted successfully", other: "{count} files deleted" });
    undoable([done, missedWords(files)].filter(Boolean).join(". "), () => restoreFiles(ids), {
      redo: () => removeFiles(files),
    });
    for (const id of ids) settle(id);
  } catch {
    undo();
    const failure = isImage ? t("Failed to delete image") : t("Failed to delete");
    tellFailed(only?.id ?? null, failure, () => removeFiles(files));
  }
}

async function restoreFiles(ids: string[]): Promise<void> {
  for (const part of portions(ids)) {
    const input = { items: part.map((id) => ({ kind: "file" as const, id })) };
    await send(["trash", "restore"], input, () => api.trash.restore.call(input));
  }
  refresh();
}

/** Takes a file out of the project that it was put into; it stays among all files, and in the notes that show it. */
export async function leaveProject(file: ListedFile): Promise<void> {
  const { id, name, projectId, sharedBy } = file;
  if (!projectId) return;
  const back = { projectId, fileIds: [id], onlyIf: { projectId: null } };
  const out = { fileIds: [id] };
  try {
    await send(["projects", "removeFiles"], out, () => api.projects.removeFiles.call(out));
  } catch (error) {
    const again = () => void leaveProject(file);
    return toast.failed(failureWords(error, t("Failed to update project")), again);
  } finally {
    refresh();
  }
  // Nobody but its owner puts it back.
  if (sharedBy) {
    toast.success(t("{name} is no longer in the project", { name }));
    return;
  }
  const putBack = async () => {
    await send(["projects", "addFiles"], back, () => api.projects.addFiles.call(back));
    refresh();
  };
  undoable(t("{name} is no longer in the project", { name }), putBack, { name });
}

/** Puts what nothing names into the trash, in the specification's words. */
export async function cleanUpFiles(): Promise<void> {
  try {
    const { removed } = await api.files.cleanUp.call({});
    refresh();
    const words = plural(removed.length, { other: "Cleaned up {count} unused files" });
    if (removed.length === 0) toast.info(words);
    else undoable(words, () => restoreFiles(removed));
  } catch (error) {
    toast.failed(
      errorMessage(error, t("Failed to clean up: can't reach the server")),
      () => void cleanUpFiles(),
    );
  }
}

async function giveName(input: { fileId: string; name: string; onlyIf?: { name: string } }): Promise<void> {
  const takeBack = showName(input.fileId, input.name);
  try {
    await send(["files", "rename"], input, () => api.files.rename.call(input));
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    refresh();
  }
}

export async function renameFile(file: FileEntry, name: string): Promise<void> {
  const again = () => renameFile(file, name);
  try {
    await giveName({ fileId: file.id, name });
    settle(file.id);
  } catch (error) {
    return tellFailed(file.id, errorMessage(error, t("Failed to rename")), again);
  }
  const back = { fileId: file.id, name: file.name, onlyIf: { name } };
  undoable(t("Renamed to {name}", { name }), () => giveName(back), { redo: again });
}

export const copyLink = (file: FileEntry): void =>
  void copyText(new URL(file.url, location.origin).href, t("Link copied"));

export const download = (file: FileEntry): void => downloadFrom(`${file.url}/original`, file.name);
