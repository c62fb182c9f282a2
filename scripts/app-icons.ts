import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

/**
 * Makes the icons and pictures that the manifest names (src/web/public/manifest.webmanifest), from the mark and from the
 * public pages' screenshots. They are committed; run it again when the mark or the screenshots change:
 * `node scripts/app-icons.ts`.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "src/web/public/icons");
const pictures = join(root, "src/web/site/images");

const STONES: [cx: number, cy: number, rx: number, ry: number, fill: string][] = [
  [16, 23.6, 9.6, 3.6, "#1d8ea3"],
  [15.2, 16.6, 7, 3, "#35b6cc"],
  [16.6, 10.4, 4.6, 2.5, "#7fe3f2"],
];

type Look = {
  /** How much of the square the mark takes; systems cut up to a tenth from each side of a maskable icon. */
  scale: number;
  corner: number;
  ground?: string;
  ink?: string;
};

function mark({ scale, corner, ground, ink }: Look): Buffer {
  const stones = STONES.map(
    ([cx, cy, rx, ry, fill]) =>
      `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${ink ?? fill}"/>`,
  ).join("");
  const square = ground ? `<rect width="32" height="32" rx="${corner}" fill="${ground}"/>` : "";
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="512" height="512">${square}<g transform="translate(16 16) scale(${scale}) translate(-16 -17)">${stones}</g></svg>`,
  );
}

const NIGHT = "#0d1114";
const icons: [name: string, size: number, look: Look][] = [
  ["icon-192", 192, { scale: 1, corner: 7, ground: NIGHT }],
  ["icon-512", 512, { scale: 1, corner: 7, ground: NIGHT }],
  ["maskable-512", 512, { scale: 0.84, corner: 0, ground: NIGHT }],
  ["monochrome-512", 512, { scale: 1.1, corner: 0, ink: "#ffffff" }],
  ["apple-touch-icon", 180, { scale: 0.95, corner: 0, ground: NIGHT }],
];

await mkdir(target, { recursive: true });
for (const [name, size, look] of icons)
  await sharp(mark(look), { density: 144 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toFile(join(target, `${name}.png`));
for (const [name, from, width] of [
  ["wide", "explorer-dark-1440.avif", 1280],
  ["wide-editor", "editor-dark-1440.avif", 1280],
  ["narrow", "phone-dark-780.avif", 780],
] as const)
  await sharp(join(pictures, from))
    .resize(width)
    .webp({ quality: 82 })
    .toFile(join(target, `${name}.webp`));
