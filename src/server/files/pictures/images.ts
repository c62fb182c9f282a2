import { Failure } from "../../failure.ts";
import { askForPicture } from "./picture-process.ts";
import type { PictureTask } from "./picture-task.ts";

/** Where the bytes of an image are: in memory, or a file of the server's disk, which is never held whole. */
export type ImageSource = Buffer | { path: string };
type Picture = { bytes: Buffer; width: number; height: number };

async function encode(source: ImageSource, how: Pick<PictureTask, "how" | "side">): Promise<Picture> {
  const given = Buffer.isBuffer(source) ? { base64: source.toString("base64") } : { path: source.path };
  const picture = await askForPicture({ ...how, source: given });
  if (!picture) throw unsupported();
  return picture;
}

/**
 * An image as pages show it: as large as a screen, without metadata and without whatever else the bytes may hold.
 * @throws Failure INVALID_INPUT with the spec's message when it cannot be read
 */
export const reencode = (source: ImageSource): Promise<Picture> => encode(source, { how: "display" });

/** The small picture of lists, of the one that pages show; it stands still. */
export const thumbOf = async (display: Buffer): Promise<Buffer> =>
  (await encode(display, { how: "thumb" })).bytes;

/** The same as wide as most windows, for those that need no more. */
export const mediumOf = async (display: Buffer): Promise<Buffer> =>
  (await encode(display, { how: "medium" })).bytes;

/** The same as JPEG, for models. */
export const forModel = async (display: Buffer): Promise<Buffer> =>
  (await encode(display, { how: "model" })).bytes;

/**
 * The middle of an image as a square, without metadata and without motion.
 * @throws Failure INVALID_INPUT with the spec's message when it cannot be read
 */
export const squareOf = async (source: ImageSource, side: number): Promise<Buffer> =>
  (await encode(source, { how: "square", side })).bytes;

export function unsupported(): Failure {
  return new Failure("INVALID_INPUT", "File type not supported. Please use JPG, PNG, WebP, or GIF.");
}
