import type { MeasuredPage } from "#seo/article.ts";

/** Pictures that are weighed; a page with more is heavy already. */
const MOST_IMAGES = 40;

/**
 * Loads a public page as a visitor would, and weighs its pictures. Null where it cannot be loaded.
 * The time is that of this browser and this line: what a search engine measures is another.
 */
export async function measurePage(path: string, signal: AbortSignal): Promise<MeasuredPage | null> {
  const start = performance.now();
  const answer = await fetch(path, { credentials: "omit", cache: "no-store", signal });
  const html = await answer.text();
  const ms = performance.now() - start;
  if (!answer.ok) return null;
  const images = [...new Set([...html.matchAll(/<img src="(\/p\/[^"]+)"/g)].map(([, src]) => src!))];
  const sizes = await Promise.all(images.slice(0, MOST_IMAGES).map((src) => sizeOf(src, signal)));
  return {
    htmlBytes: new TextEncoder().encode(html).byteLength,
    imageBytes: sizes.reduce((sum, size) => sum + size, 0),
    ms,
  };
}

/** Loaded whole: of what is streamed, no header tells the size. */
async function sizeOf(src: string, signal: AbortSignal): Promise<number> {
  const answer = await fetch(src, { credentials: "omit", signal });
  return answer.ok ? (await answer.blob()).size : 0;
}
