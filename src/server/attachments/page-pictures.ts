import type { getDocumentProxy } from "unpdf";

/** As PDF.js hands pictures out: 1 is a bit for each pixel, 2 red, green and blue, 3 those and how opaque. */
type Decoded = { kind: number; width: number; height: number; data?: Uint8ClampedArray | Uint8Array };
type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

/** Letters of 10 points scanned at 300 dots an inch, on a sheet of A4. */
const SIDE_MAX = 3_600;
/** Smaller ones are ornaments. */
const SIDE_MIN = 60;
const PIXELS_MAX = 60_000_000;
const PICTURES_A_PAGE = 8;

/** The pictures that a page shows, in gray, as PNM (a format that is only a head and the pixels). */
export async function picturesOfPage(page: Page, paintImage: number): Promise<Uint8Array[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: Uint8Array[] = [];
  for (const [at, operator] of fnArray.entries()) {
    if (operator !== paintImage || pictures.length === PICTURES_A_PAGE) continue;
    const key = (argsArray[at] as [string])[0];
    const decoded = await new Promise<Decoded | null>((resolve) =>
      (key.startsWith("g_") ? page.commonObjs : page.objs).get(key, resolve),
    );
    const gray = decoded && toGray(decoded);
    if (gray) pictures.push(gray);
  }
  return pictures;
}

/** Every nth pixel of every nth row where it is larger than letters need. */
function toGray({ kind, width, height, data }: Decoded): Uint8Array | null {
  if (!data || Math.min(width, height) < SIDE_MIN || width * height > PIXELS_MAX) return null;
  const step = Math.ceil(Math.max(width, height) / SIDE_MAX);
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
  const head = Buffer.from(`P5 ${columns} ${rows} 255\n`);
  const out = new Uint8Array(head.length + columns * rows);
  out.set(head);
  let to = head.length;
  const brightness = brightnessOf(kind, width, data);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) out[to++] = brightness(column * step, row * step);
  return out;
}

function brightnessOf(kind: number, width: number, data: Uint8ClampedArray | Uint8Array) {
  if (kind === 1) {
    const bytesARow = Math.ceil(width / 8);
    return (x: number, y: number) => ((data[y * bytesARow + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0);
  }
  const channels = kind === 2 ? 3 : 4;
  return (x: number, y: number) => {
    const at = (y * width + x) * channels;
    return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  };
}
