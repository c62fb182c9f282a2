import { expect, test } from "vitest";
import { refuseImage } from "./image-rules.ts";

const MB = 1024 * 1024;

test.each([
  [{ type: "image/png", size: 10 * MB }, null],
  [{ type: "image/jpg", size: 1 }, null],
  [{ type: "image/png", size: 10 * MB + 1 }, "File size must be less than 10MB"],
  [{ type: "image/svg+xml", size: 1 }, "File type not supported. Please use JPG, PNG, WebP, or GIF."],
  [{ type: "", size: 1 }, "File type not supported. Please use JPG, PNG, WebP, or GIF."],
])("%o before upload: %s", (file, words) => {
  expect(refuseImage(file)).toBe(words);
});
