import { accentOf, sampleSize } from "./accent-rule.ts";

/** What the page sends: a picture's file, or what it has taken from a video. */
export type AccentTask = { source: Blob | ImageBitmap };
export type AccentAnswer = { accent: string | null } | { fault: string };

async function look({ source }: AccentTask): Promise<AccentAnswer> {
  const bitmap = source instanceof ImageBitmap ? source : await createImageBitmap(source);
  const { width, height } = sampleSize(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return { fault: "no canvas" };
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { accent: accentOf(context.getImageData(0, 0, width, height).data) };
}

addEventListener("message", ({ data }: MessageEvent<AccentTask>) => {
  void look(data)
    .catch((error: unknown): AccentAnswer => ({ fault: String(error) }))
    .then((answer) => postMessage(answer));
});
