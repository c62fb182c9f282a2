import { stat } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type BrowserContext } from "@playwright/test";
import sharp from "sharp";
import { createServerProcess } from "../e2e/server-process.ts";
import { build } from "./build.ts";
import { ensureChromium } from "./chromium.ts";
import { root } from "./run-tool.ts";
import { takeSitePictures } from "./site-pictures.ts";

/** `node scripts/screenshots.ts`: takes the pictures of the README and of the public pages, of a small notebook, on a server of its own. */
const VIEW = { width: 1440, height: 900 };
const LIMIT = 250_000;

/** A cairn before ridges at dusk, so that the pictures need no photograph of anybody's. */
const RIDGES = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="330" viewBox="0 95 1280 330">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#23405a"/><stop offset=".55" stop-color="#7d93a1"/><stop offset="1" stop-color="#e3bd94"/>
  </linearGradient></defs>
  <rect width="1280" height="460" fill="url(#sky)"/><circle cx="930" cy="168" r="32" fill="#f7e3bf"/>
  <path d="M0 300 L150 205 L260 262 L420 130 L560 250 L690 190 L840 286 L1010 168 L1150 260 L1280 205 V460 H0Z" fill="#54707f"/>
  <path d="M0 352 L190 268 L330 330 L520 236 L700 338 L880 274 L1060 350 L1280 282 V460 H0Z" fill="#34505e"/>
  <path d="M0 420 L240 346 L470 402 L760 340 L1010 404 L1280 356 V460 H0Z" fill="#1b313c"/>
  <g fill="#0e1c24"><ellipse cx="330" cy="392" rx="62" ry="21"/><ellipse cx="326" cy="358" rx="47" ry="17"/>
  <ellipse cx="334" cy="330" rx="34" ry="13"/><ellipse cx="329" cy="308" rx="22" ry="10"/></g></svg>`;

const notes: { title: string; folder?: string; tags?: string[]; isFavorite?: boolean; text: string }[] = [
  {
    title: "Packing list",
    tags: ["gear"],
    text: "- [x] Batteries for the loggers\n- [ ] Spare rain cover\n- [ ] Dry bags, two sizes",
  },
  {
    title: "How we name samples",
    folder: "Methods",
    tags: ["protocol"],
    text: "Site, date, running number, then the initials of whoever took it: **HV-0612-03-LM**.",
  },
  {
    title: "Questions for Ingrid",
    folder: "Meetings",
    text: "Does the 1987 survey count juveniles? And which of the two ridges did they call north?",
  },
  {
    title: "Lichens, a short key",
    folder: "Methods",
    isFavorite: true,
    tags: ["lichen"],
    text: "Begin with the growth form. Crustose ones cannot be lifted off the stone; foliose ones can, with a thumbnail.",
  },
  {
    title: "Weather station log",
    folder: "Harrow valley",
    tags: ["data"],
    text: "Wind from the west, 14 m/s at noon. The second sensor reads 0.4 degrees too warm since Tuesday.",
  },
  {
    title: "Reading: how paths begin",
    tags: ["reading"],
    text: "A path is a decision that many people made, none of them finally.",
  },
  {
    title: "North ridge, third visit",
    folder: "Harrow valley",
    tags: ["lichen", "transect"],
    isFavorite: true,
    text: `Fog until ten, then clear. We walked the upper transect from the old cairn and found the plots in better shape than in June.

![The cairn above the upper transect](PICTURE)

## What we counted

| Plot | Cover | Species | Change since June |
| ---- | ----- | ------- | ----------------- |
| N-1  | 42 %  | 11      | +2                |
| N-2  | 37 %  | 9       | none              |
| N-3  | 58 %  | 14      | +3                |

## Before the next visit

- [x] Reset the logger at N-2
- [x] Photograph the boundary stones
- [ ] Ask Ingrid about the [1987 survey](https://example.org/survey)
`,
  },
];

async function call<T>(context: BrowserContext, url: string, path: string, data: unknown): Promise<T> {
  const response = await context.request.post(`${url}${path}`, { headers: { origin: url }, data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Lists show a note's first words, which are derived a moment after they were written. */
async function untilDerived(context: BrowserContext, url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await context.request.get(`${url}/api/notes`);
    const list = (await response.json()) as { notes: { excerpt: string }[] };
    if (list.notes.every((note) => note.excerpt !== "")) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The notes' first words are still missing after 10 s");
}

/** Fills the notebook; the last note's id. */
async function seed(context: BrowserContext, url: string): Promise<string> {
  const account = { name: "Lena Moor", email: "lena@example.com", password: "not a secret" };
  await call(context, url, "/api/accounts/register", account);
  await context.request.patch(`${url}/api/onboarding`, {
    headers: { origin: url },
    data: { isEnabled: false, isCompleted: true, lastSeenStep: "welcome" },
  });
  const picture = await context.request.post(`${url}/api/files/upload?name=ridge.png`, {
    headers: { origin: url, "content-type": "image/png" },
    data: await sharp(Buffer.from(RIDGES)).png().toBuffer(),
  });
  const { url: address } = (await picture.json()) as { url: string };
  const folderIds = new Map<string, string>();
  for (const name of ["Harrow valley", "Meetings", "Methods"])
    folderIds.set(name, (await call<{ id: string }>(context, url, "/api/folders", { name })).id);
  let last = "";
  for (const { folder, text, ...note } of notes) {
    const body = { format: "markdown", text: text.replace("PICTURE", address) };
    const folderId = folder ? folderIds.get(folder) : null;
    last = (await call<{ id: string }>(context, url, "/api/notes", { ...note, folderId, body })).id;
  }
  await untilDerived(context, url);
  return last;
}

async function main(): Promise<void> {
  await build();
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
  const server = await createServerProcess();
  try {
    await server.start();
    const context = await browser.newContext({ viewport: VIEW, reducedMotion: "reduce" });
    const noteId = await seed(context, server.url);
    const page = await context.newPage();
    for (const theme of ["dark", "light"] as const) {
      await page.addInitScript((mode) => localStorage.setItem("cairn-ai-theme", mode), theme);
      await page.goto(`${server.url}/app/notes?note=${noteId}`);
      await page
        .getByRole("status")
        .filter({ hasText: /^Saved/ })
        .waitFor();
      await page.locator(".note-text img[src]").evaluate((image: HTMLImageElement) => image.decode());
      await page.evaluate(() => document.fonts.ready);
      const path = join(root, `docs/images/editor-${theme}.png`);
      await sharp(await page.screenshot())
        .png({ palette: true, quality: 95, compressionLevel: 9 })
        .toFile(path);
      const { size } = await stat(path);
      if (size > LIMIT) throw new Error(`${path} has ${size} bytes; the README should stay light`);
    }
    // Else its caret stands in the other pictures.
    await page.close();
    await takeSitePictures({ browser, context, url: server.url, noteId });
  } finally {
    await browser.close();
    await server.dispose();
  }
}

await main();
