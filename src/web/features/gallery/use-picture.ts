import type { Picture } from "#contract/gallery.ts";
import { tellFailed } from "../../kernel/failed-changes.ts";
import { createNote } from "../../kernel/notes/note-mutations.ts";
import { t } from "../../lib/messages/t.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { downloadFrom } from "../../platform/device/download.ts";
import { loadSession } from "../../platform/session.ts";
import { toast } from "../../ui/toast-store.ts";

export const nameOf = ({ title, name }: Pick<Picture, "title" | "name">): string => title || name;

/** A video is told by the ending of its name, because Markdown has one form for both. */
function markdownOf(picture: Picture): string {
  const words = picture.kind === "video" ? picture.name : nameOf(picture);
  return `![${words.replaceAll(/[[\]\\]/g, "\\$&").replaceAll(/\s+/g, " ")}](${picture.url})`;
}

/** Answers the note's id, or null when it was refused. */
export const insertIntoNewNote = (picture: Picture): Promise<string | null> =>
  createNote(null, `${markdownOf(picture)}\n`, picture.title);

export const copyMarkdown = (picture: Picture): void =>
  void copyText(markdownOf(picture), t("Copied as Markdown"));

export const copyPublicLink = (path: string): void =>
  void copyText(new URL(path, location.origin).href, t("Link copied"));

export const downloadPicture = ({ url, name }: Picture): void => downloadFrom(`${url}/original`, name);

/** A square of it, made by the server. */
export async function setAsProfilePicture(picture: Picture): Promise<void> {
  try {
    const shown = await fetch(picture.url);
    if (!shown.ok) throw new Error(t("Can't read the picture. Try again in a moment."));
    const body = await shown.blob();
    const headers = { "content-type": body.type };
    const response = await fetch("/api/files/avatar", { method: "POST", headers, body });
    if (!response.ok) {
      const { message } = (await response.json().catch(() => ({}))) as { message?: string };
      throw new Error(message ?? t("Couldn't upload the picture. Try again in a moment."));
    }
    await loadSession();
    toast.success(t("Settings saved successfully"));
  } catch (error) {
    const words =
      error instanceof Error && !(error instanceof TypeError)
        ? error.message
        : t("Can't reach the server. Try again in a moment.");
    tellFailed(picture.id, words, () => setAsProfilePicture(picture));
  }
}
