/** What became of an import, as the server tells it. */
export type ImportOutcome = {
  files: number;
  folders: number;
  notes: number;
  present: number;
  images: number;
  links: number;
  leftOut: number;
  told: { path: string; outcome: string; reason?: string; problems?: number }[];
};

const WANTED = /\.(md|markdown|jpe?g|png|webp|gif)$/i;

/** A folder's own name comes along, so that it becomes a folder here too. */
const pathOf = (file: File) => file.webkitRelativePath || file.name;

const isZip = (file: File) => /\.zip$/i.test(file.name);

/** One ZIP goes as it is; files are packed here, so that both take the same way. */
async function pack(files: File[]): Promise<Blob> {
  if (files.length === 1 && isZip(files[0]!)) return files[0]!;
  const { zipSync } = await import("fflate");
  const entries: Record<string, [Uint8Array, { level: 0; mtime: number }]> = {};
  for (const file of files) {
    const path = pathOf(file);
    const isHidden = path.split("/").some((part) => part.startsWith("."));
    // Packed by their own dates, so that the same files are the same ZIP.
    if (WANTED.test(path) && !isHidden)
      entries[path] = [new Uint8Array(await file.arrayBuffer()), { level: 0, mtime: file.lastModified }];
  }
  return new Blob([zipSync(entries) as BlobPart], { type: "application/zip" });
}

/** @throws Error with words for the person */
export async function importFiles(files: File[]): Promise<ImportOutcome> {
  if (files.length > 1 && files.some(isZip)) throw new Error("Choose one ZIP by itself, or Markdown files.");
  const response = await fetch("/api/import", {
    method: "POST",
    headers: { "content-type": "application/zip" },
    body: await pack(files),
  });
  const answer = (await response.json().catch(() => ({}))) as ImportOutcome & { message?: string };
  if (!response.ok) throw new Error(answer.message ?? "The server did not take the files. Try again.");
  return answer;
}
