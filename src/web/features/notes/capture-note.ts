import { refuseImage } from "../../editor/uploads/image-rules.ts";
import { uploadImage } from "../../editor/uploads/upload-image.ts";
import { api } from "../../platform/api.ts";
import { keepWaiting, waitingFor, dropShare } from "../../platform/device/share-target.ts";
import { isWaitingToBeCreated } from "../../platform/send.ts";
import { connectionStatus, onConnectionStatus } from "../../platform/sync/device-sync.ts";
import { thisPage } from "../../platform/sync/page.ts";
import { toast } from "../../ui/toast-store.ts";
import { createNote } from "../../kernel/notes/note-mutations.ts";
import { t } from "../../lib/messages/t.ts";

export type Captured = { title: string; text: string; images: File[] };

const TITLE_MAX = 1000;

const asImage = ({ name, url }: { name: string; url: string }) =>
  `![${name.replace(/\.\w+$/, "").replace(/([\\[\]])/g, "\\$1")}](${url})`;

/** Uploads what the server can be given now; what it cannot be reached for comes back. */
async function uploadAll(images: File[]): Promise<{ markdown: string[]; left: File[] }> {
  const markdown: string[] = [];
  const left: File[] = [];
  for (const image of images) {
    const refusal = refuseImage(image);
    if (refusal) toast.error(`${image.name}: ${refusal}`);
    else if (connectionStatus() === "disconnected") left.push(image);
    else
      await uploadImage(image, () => undefined).then(
        ({ url }) => markdown.push(asImage({ name: image.name, url })),
        () => left.push(image),
      );
  }
  return { markdown, left };
}

/** What another program gave, before it was changed by hand. */
type Given = { text: string; origin: "paste" | "import" };

/** So much of it is compared with what became of it. */
const GIVEN_MAX = 500_000;

/** What was given is told from what was typed into it. */
function writtenFrom(given: Given | undefined, body: string) {
  const text = given?.text.trim();
  if (!text) return {};
  const { origin } = given!;
  if (text === body || text.length > GIVEN_MAX) return { origin };
  return { earlier: [{ body: { format: "markdown" as const, text }, origin }] };
}

/** Makes a note of words and images, with the server or without; images follow when it is back. Null when refused. */
export async function captureNote(
  userId: string,
  { title, text, images }: Captured,
  given?: Given,
): Promise<string | null> {
  const { markdown, left } = await uploadAll(images);
  const body = [text.trim(), ...markdown].filter(Boolean).join("\n\n");
  const called = title.trim().slice(0, TITLE_MAX);
  const noteId = await createNote(null, body || undefined, called, undefined, writtenFrom(given, body));
  if (!noteId || left.length === 0) return noteId;
  const isKept = await keepWaiting(userId, noteId, left).catch(() => false);
  if (isKept) toast.info(t("The images are kept on this device and upload when you're back online."));
  else toast.error(t("Your browser couldn't store the images. Add them again when you're back online."));
  return noteId;
}

/** A file given by the system: its text as a note, titled by its name. */
export async function captureFile(userId: string, file: File): Promise<string | null> {
  const text = await file.text();
  const title = file.name.replace(/\.(?:md|markdown|txt)$/i, "");
  return captureNote(userId, { title, text, images: [] }, { text, origin: "import" });
}

/** Sends images that wait whenever the server is there; one tab of the device does. */
export function sendWaitingImages(userId: string): () => void {
  const sendAll = () =>
    thisPage.withLock("cairn-shares", async () => {
      for (const { id, noteId, given } of await waitingFor(userId)) {
        if (isWaitingToBeCreated(noteId)) continue;
        const { markdown, left } = await uploadAll(given);
        if (markdown.length > 0) await append(noteId, markdown);
        await dropShare(id);
        if (left.length > 0) await keepWaiting(userId, noteId, left);
      }
    });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    // After the calls that waited: the note itself may be among them.
    if (connectionStatus() === "connected")
      timer = setTimeout(() => void sendAll().catch(() => undefined), 1000);
  };
  const stop = onConnectionStatus(look);
  look();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

const TRIES = 5;

/** Somebody may be writing in it: then the text is read again. */
async function append(noteId: string, markdown: string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { text, seq } = await api.notes.body.call({ noteId, format: "markdown" });
    const body = {
      format: "markdown" as const,
      text: [text.trim(), ...markdown].filter(Boolean).join("\n\n"),
    };
    try {
      await api.notes.replaceBody.call({ noteId, body, baseSeq: seq });
      return;
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
}
