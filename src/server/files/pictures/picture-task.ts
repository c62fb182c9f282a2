/** A picture that says 100 000 x 100 000 in its first bytes would need 40 GB to show. */
export const MAX_PIXELS = 100_000_000;
export const DISPLAY_SIDE = 2560;
export const MEDIUM_SIDE = 1280;
export const THUMB_SIDE = 480;
/** Of what a model is shown: hosted ones make larger pictures smaller themselves. */
export const MODEL_SIDE = 1568;

/** What the process that decodes pictures is asked; the bytes of small ones come along. */
export type PictureTask = {
  how: "display" | "medium" | "thumb" | "square" | "model";
  source: { path: string } | { base64: string };
  /** Of a square. */
  side?: number;
};
export type PictureAnswer = { base64: string; width: number; height: number } | { fault: string };
