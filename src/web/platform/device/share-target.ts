import { newId } from "../ids.ts";

/**
 * What another program shared with Cairn, from the moment the service worker receives it (sw.ts) until it is a note on
 * the server. A cache and not a database, because the worker can write it without knowing whose it will be.
 */
export const SHARES = "incoming-shares";

export type SharedFile = { name: string; type: string; size: number };
export type Share = { title: string; text: string; url: string; files: SharedFile[] };

/** Images of a note that exists, waiting for the server. */
type Waiting = { userId: string; noteId: string; files: SharedFile[] };

const addressOf = (id: string) => `/share/${id}`;
const fileAddressOf = (id: string, index: number) => `/share/${id}/${index}`;
const hasCaches = () => "caches" in globalThis;

async function readFiles(cache: Cache, id: string, files: SharedFile[]): Promise<File[]> {
  const found = await Promise.all(
    files.map(async ({ name, type }, index) => {
      const kept = await cache.match(fileAddressOf(id, index));
      return kept ? new File([await kept.blob()], name, { type }) : null;
    }),
  );
  return found.filter((file) => file !== null);
}

/** null when there is no such share, or no longer. */
export async function readShare(id: string): Promise<(Share & { given: File[] }) | null> {
  if (!hasCaches()) return null;
  const cache = await caches.open(SHARES);
  const kept = await cache.match(addressOf(id));
  if (!kept) return null;
  const share = (await kept.json()) as Share & Partial<Waiting>;
  return share.noteId ? null : { ...share, given: await readFiles(cache, id, share.files) };
}

export async function dropShare(id: string): Promise<void> {
  if (!hasCaches()) return;
  const cache = await caches.open(SHARES);
  const own = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return pathname === addressOf(id) || pathname.startsWith(`${addressOf(id)}/`);
  });
  await Promise.all(own.map((request) => cache.delete(request)));
}

/** False where the browser keeps nothing: then the images are lost with the page. */
export async function keepWaiting(userId: string, noteId: string, files: File[]): Promise<boolean> {
  if (!hasCaches()) return false;
  const cache = await caches.open(SHARES);
  const id = newId();
  await Promise.all(files.map((file, index) => cache.put(fileAddressOf(id, index), new Response(file))));
  const names = files.map(({ name, type, size }) => ({ name, type, size }));
  await cache.put(addressOf(id), Response.json({ userId, noteId, files: names } satisfies Waiting));
  return true;
}

export async function waitingFor(userId: string): Promise<{ id: string; noteId: string; given: File[] }[]> {
  if (!hasCaches()) return [];
  const cache = await caches.open(SHARES);
  const found = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const id = /^\/share\/([^/]+)$/.exec(new URL(url).pathname)?.[1];
      const kept = id ? await cache.match(url) : undefined;
      if (!id || !kept) return null;
      const waiting = (await kept.json()) as Partial<Waiting>;
      if (waiting.userId !== userId || !waiting.noteId) return null;
      return { id, noteId: waiting.noteId, given: await readFiles(cache, id, waiting.files ?? []) };
    }),
  );
  return found.filter((entry) => entry !== null);
}
