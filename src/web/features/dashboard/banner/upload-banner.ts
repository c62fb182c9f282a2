import type { FileEntry } from "#contract/files.ts";
import { frameOf } from "../../../kernel/theme/accent-from-file.ts";
import { changeBanner, isAnimated, SHOWN_ANEW, takeAccent } from "../../../kernel/workspace/change-banner.ts";
import { cachedFrame } from "../../../kernel/workspace/frame.ts";
import { chooseFiles } from "../../../lib/choose-files.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { newId } from "../../../platform/ids.ts";
import { refuseFile } from "../../../platform/uploads/file-rules.ts";
import { sendImage } from "../../../platform/uploads/send-image.ts";
import { sendInParts } from "../../../platform/uploads/send-parts.ts";
import { toast } from "../../../ui/toast-store.ts";
import { useBanner } from "./banner-store.ts";

const IMAGE = /^image\/(?:jpe?g|png|webp|gif)$/;
const VIDEO = /^video\/(?:mp4|webm)$/;
const POSTER_SIDE = 1920;

/** What keeps a file from becoming the banner; its message is fit to be shown. */
class Refused extends Error {}

let activeUpload: AbortController | null = null;

/** Uploads a picture or video and shows it; a later one takes the place of one under way. */
export async function uploadBanner(file: File): Promise<void> {
  if (cachedFrame()?.banner?.canUpload === false) {
    toast.error(t("Banner upload is currently disabled."), { title: t("Upload Disabled") });
    return;
  }
  activeUpload?.abort();
  const mine = (activeUpload = new AbortController());
  const { signal } = mine;
  const tell = (sent: number) => {
    if (signal.aborted) return;
    const percent = Math.min(99, Math.round((sent / file.size) * 100));
    useBanner.setState({ sending: { name: file.name, percent, cancel: () => mine.abort() } });
  };
  tell(0);
  try {
    await refuse(file);
    const made = VIDEO.test(file.type)
      ? await sendVideo(file, tell, signal)
      : await sendPicture(file, tell, signal);
    if (signal.aborted) return;
    const words = t("Banner uploaded successfully");
    // Nothing names what was uploaded when it can't be shown: it goes, and Retry sends it again.
    if (await changeBanner(made.given, { words, retry: () => uploadBanner(file) })) await takeAccent(file);
    else await Promise.allSettled(made.fileIds.map((fileId) => api.files.remove.call({ fileId })));
  } catch (error) {
    if (signal.aborted) return;
    const reason = error instanceof Error && error.message ? error.message : t("Can't reach the server.");
    toast.failed(reason, () => void uploadBanner(file), { title: t("Failed to upload banner") });
  } finally {
    if (activeUpload === mine) {
      activeUpload = null;
      useBanner.setState({ sending: null });
    }
    if (signal.aborted && activeUpload === null) useBanner.setState({ sending: null });
  }
}

async function refuse(file: File): Promise<void> {
  if (!IMAGE.test(file.type) && !VIDEO.test(file.type))
    throw new Refused(t("File type not supported. Please use JPG, PNG, WebP, GIF, MP4 or WebM."));
  const limits = await api.files.usage.call({}).catch(() => null);
  const reason = refuseFile(file, limits);
  if (reason) throw new Refused(reason);
}

type Tell = (bytes: number) => void;

async function sendPicture(file: File, tell: Tell, signal: AbortSignal) {
  const { name, type } = file;
  const { id, url } = await sendImage({ id: newId(), name, type, file }, tell, signal);
  const bannerSettings = { ...SHOWN_ANEW, isAnimated: await isAnimated(file) };
  return { fileIds: [id], given: { bannerUrl: url, bannerType: "image" as const, bannerSettings } };
}

async function sendVideo(file: File, tell: Tell, signal: AbortSignal) {
  const poster = await posterOf(file).catch(() => {
    throw new Refused(t("This file can't be played as a video. Please use MP4 or WebM."));
  });
  const id = newId();
  const { name, type, size } = file;
  const upload = { id, name, type, size, door: "file" as const, file, addedAt: Date.now() };
  await sendInParts(upload, { onSent: tell, signal });
  const sent = await api.files.get.call({ fileId: id });
  if (sent.kind !== "video" || !VIDEO.test(sent.type)) {
    await api.files.remove.call({ fileId: id });
    throw new Refused(t("This file can't be played as a video. Please use MP4 or WebM."));
  }
  // A video without its poster is still a banner.
  const picture = await sendImage(
    { name: "poster.webp", type: poster.type, file: poster },
    () => {},
    signal,
  ).catch((): FileEntry | null => null);
  const bannerSettings = { ...SHOWN_ANEW, poster: picture?.url ?? null };
  const fileIds = picture ? [id, picture.id] : [id];
  return { fileIds, given: { bannerUrl: sent.url, bannerType: "video" as const, bannerSettings } };
}

/** The frame of which the accent is taken, as large as a window. */
async function posterOf(file: File): Promise<Blob> {
  const bitmap = await frameOf(file);
  const scale = Math.min(1, POSTER_SIDE / Math.max(bitmap.width, bitmap.height));
  const size = { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
  const canvas = Object.assign(document.createElement("canvas"), size);
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/webp", 0.85),
  );
}

/** Asks for a file by the system's own dialog. */
export async function chooseBannerFile(): Promise<void> {
  const [file] = await chooseFiles("image/jpeg,image/png,image/webp,image/gif,video/mp4,video/webm");
  if (file) await uploadBanner(file);
}
