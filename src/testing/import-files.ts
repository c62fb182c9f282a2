import type { Import } from "#contract/imports.ts";
import yazl from "yazl";
import type { SignedInVisitor } from "./test-app.ts";

export type Incoming = { path: string; bytes: Uint8Array | string; modified?: number };

/** A ZIP of these files. */
export async function zipOf(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends files to an import of their own. */
export async function sendFiles(person: SignedInVisitor, files: Incoming[]): Promise<string> {
  const { id } = await person.client.imports.create({ name: files[0]?.path ?? "nothing" });
  for (const { path, bytes, modified } of files) {
    const query = new URLSearchParams({ path, ...(modified ? { modified: String(modified) } : {}) });
    const response = await person.request(`/api/imports/${id}/upload?${query}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: new Uint8Array(Buffer.from(bytes)),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  }
  return id;
}

/** Waits until nothing of it is under way. */
export async function settled(person: SignedInVisitor, importId: string): Promise<Import> {
  for (;;) {
    const found = await person.client.imports.get({ importId });
    if (found.status !== "reading" && found.status !== "making") return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Sends files and reads them into a plan. */
export async function planned(person: SignedInVisitor, files: Incoming[]): Promise<Import> {
  const importId = await sendFiles(person, files);
  await person.client.imports.read({ importId });
  return settled(person, importId);
}

/** The whole way, from files to notes. */
export async function imported(
  person: SignedInVisitor,
  files: Incoming[],
  options: { folderId?: string; withSettings?: boolean } = {},
): Promise<Import> {
  const plan = await planned(person, files);
  if (plan.status !== "ready") return plan;
  await person.client.imports.start({ importId: plan.id, ...options });
  return settled(person, plan.id);
}
