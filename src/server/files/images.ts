import sharp, { type SharpOptions } from "sharp";
import { Failure } from "../failure.ts";
import { createTurns } from "../platform/turns.ts";

/** A picture that says 100 000 x 100 000 in its first bytes would need 40 GB to show. */
const MAX_PIXELS = 100_000_000;
const DISPLAY_SIDE = 2560;
const THUMB_SIDE = 480;
const ENCODE_WITHIN_S = 30;
/** A large picture takes seconds and all cores; several at once would take everybody's. */
const oneByOne = createTurns(1);

/** @param source bytes, or the path of a file with them */
const open = (source: Uint8Array | string, options: SharpOptions = {}) =>
  sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error", ...options })
    .timeout({ seconds: ENCODE_WITHIN_S })
    .autoOrient();

async function encode<T>(work: () => Promise<T>): Promise<T> {
  return oneByOne("image", async () => {
    try {
      return await work();
    } catch {
      throw unsupported();
    }
  });
}

/**
 * An image as pages show it: as large as a screen, without metadata and without whatever else the bytes may hold.
 * @throws Failure INVALID_INPUT with the spec's message when it cannot be read
 */
export function reencode(
  source: Uint8Array | string,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  return encode(async () => {
    const { data, info } = await open(source, { animated: true })
      .resize({ width: DISPLAY_SIDE, height: DISPLAY_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  });
}

/** The small picture of lists, of the one that pages show; it stands still. */
export const thumbOf = (display: Uint8Array): Promise<Buffer> =>
  encode(() =>
    open(display)
      .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer(),
  );

/**
 * The middle of an image as a square, without metadata and without motion.
 * @throws Failure INVALID_INPUT with the spec's message when it cannot be read
 */
export const squareOf = (bytes: Uint8Array, side: number): Promise<Buffer> =>
  encode(() =>
    open(bytes)
      .resize({ width: side, height: side, fit: "cover", position: "attention" })
      .webp({ quality: 88 })
      .toBuffer(),
  );

export function unsupported(): Failure {
  return new Failure("INVALID_INPUT", "File type not supported. Please use JPG, PNG, WebP, or GIF.");
}
