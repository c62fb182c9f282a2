import { trustedUrl } from "../../platform/trusted-url.ts";
import { accentOf, frameTime, sampleSize } from "./accent-rule.ts";
import type { AccentAnswer, AccentTask } from "./accent-worker.ts";
// oxlint-disable-next-line import/default -- Vite makes the address of the built worker out of it
import workerPath from "./accent-worker.ts?worker&url";

/** A damaged or enormous file must not keep a person waiting for ever. */
const WITHIN_MS = 20_000;

/**
 * The accent of a picture or video by the rule of accent-rule.ts; null where there is none to take: dynamic accent is
 * off, the file is neither, or nothing can be seen on it. Throws where the file cannot be read.
 */
export async function accentFromFile(file: File, isDynamic: boolean): Promise<string | null> {
  if (!isDynamic || !/^(image|video)\//.test(file.type)) return null;
  const source = file.type.startsWith("video/") ? await frameOf(file) : file;
  if ("OffscreenCanvas" in globalThis && "Worker" in globalThis) return askWorker({ source });
  return lookHere(source);
}

function askWorker(task: AccentTask): Promise<string | null> {
  const worker = new Worker(trustedUrl(workerPath));
  const answer = new Promise<string | null>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<AccentAnswer>) =>
      "fault" in data ? reject(new Error(data.fault)) : resolve(data.accent),
    );
    worker.addEventListener("error", () => reject(new Error("the worker could not be started")));
    setTimeout(() => reject(new Error("took too long")), WITHIN_MS);
  });
  worker.postMessage(task, task.source instanceof ImageBitmap ? [task.source] : []);
  return answer.finally(() => worker.terminate());
}

/** Browsers without OffscreenCanvas. */
async function lookHere(source: Blob | ImageBitmap): Promise<string | null> {
  const bitmap = source instanceof ImageBitmap ? source : await createImageBitmap(source);
  const size = sampleSize(bitmap.width, bitmap.height);
  const canvas = Object.assign(document.createElement("canvas"), size);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  return accentOf(context.getImageData(0, 0, size.width, size.height).data);
}

/** Only a page can play a video. A busy browser lets go of one now and then, so it is tried twice. */
export const frameOf = (file: File): Promise<ImageBitmap> =>
  playedFrameOf(file).catch(() => playedFrameOf(file));

async function playedFrameOf(file: File): Promise<ImageBitmap> {
  const video = document.createElement("video");
  video.muted = true;
  video.preload = "auto";
  const address = URL.createObjectURL(file);
  try {
    const loaded = happens(video, "loadeddata");
    video.src = address;
    await loaded;
    await seek(video, frameTime(await durationOf(video)));
    return await createImageBitmap(video);
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** Recordings often do not say how long they are until their end has been looked for. */
async function durationOf(video: HTMLVideoElement): Promise<number> {
  if (Number.isFinite(video.duration)) return video.duration;
  await seek(video, 1e7);
  return Number.isFinite(video.duration) ? video.duration : video.currentTime;
}

async function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  const arrived = happens(video, "seeked");
  video.currentTime = seconds;
  await arrived;
}

function happens(video: HTMLVideoElement, name: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true });
    video.addEventListener("error", () => reject(new Error(video.error?.message ?? "not a video")), {
      once: true,
    });
    setTimeout(() => reject(new Error("took too long")), WITHIN_MS);
  });
}
