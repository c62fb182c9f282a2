import type { Services } from "../base.ts";
import { selectFile } from "../files/files.ts";
import { isImage } from "../files/kinds.ts";

/** Of all pictures of a note together; Google takes documents of up to 50 MB. */
const PICTURES_MAX_BYTES = 25_000_000;
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const PICTURE = new RegExp(`(<img\\b[^>]*?\\ssrc=")/files/(${UUID})(?:/[a-z]+)?(")`, "gi");
const OWN_LINK = /(<a\b[^>]*?\shref=")(\/[^"/][^"]*)(")/gi;

/** A page that stands alone: with its pictures in it, and links that lead back to this server. */
export async function noteHtml(
  services: Pick<Services, "db" | "storage" | "config">,
  userId: string,
  title: string,
  body: string,
): Promise<string> {
  const pictures = new Map<string, string | null>();
  let room = PICTURES_MAX_BYTES;
  for (const [, , id = ""] of body.matchAll(PICTURE)) {
    if (pictures.has(id)) continue;
    const bytes = await readPicture(services, userId, id, room);
    room -= bytes?.size ?? 0;
    pictures.set(id, bytes?.address ?? null);
  }
  const { origin } = services.config.publicUrl;
  const shown = body
    .replaceAll(
      PICTURE,
      (_all, before: string, id: string, after: string) => before + (pictures.get(id) ?? "") + after,
    )
    .replaceAll(
      OWN_LINK,
      (_all, before: string, path: string, after: string) => before + origin + path + after,
    );
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>${shown}</body></html>`;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Null for one that is gone, is another's, or has no room any more. */
async function readPicture(
  { db, storage }: Pick<Services, "db" | "storage">,
  userId: string,
  id: string,
  room: number,
) {
  const file = await selectFile(db, userId, id).catch(() => null);
  if (!file || !isImage(file.type) || file.size > room) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of await storage.read(file.storage_key)) chunks.push(chunk as Buffer);
  return { size: file.size, address: `data:${file.type};base64,${Buffer.concat(chunks).toString("base64")}` };
}
