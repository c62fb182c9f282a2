/** Files that were dropped, those of folders too, by the paths they have there. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.every(({ isFile }) => isFile)) return [...data.files];
  const files: File[] = [];
  for (const entry of entries) await gather(entry, files);
  return files;
}

async function gather(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    // As if the folder had been chosen: the path comes along.
    Object.defineProperty(file, "webkitRelativePath", { value: entry.fullPath.replace(/^\//, "") });
    files.push(file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A hundred at a time, until there are none.
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return;
    for (const inside of some) await gather(inside, files);
  }
}
