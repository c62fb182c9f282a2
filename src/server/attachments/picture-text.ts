import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/*
 * Words in pictures, by the core of Tesseract as WebAssembly (decision 120): for a confined process, which has no threads and no network.
 */

/** What the core's package says of itself nowhere. */
type Core = {
  FS: { writeFile: (path: string, bytes: Uint8Array) => void };
  TessBaseAPI: new () => {
    Init: (folder: string, languages: string, engine: number) => number;
    SetVariable: (name: string, value: string) => boolean;
    /** @returns 1 when it can't be decoded */
    SetImageFile: (orientation: number, angle: number) => number;
    Recognize: (monitor: null) => number;
    GetTSVText: (page: number) => string;
  };
};

/** PNG, JPEG, WebP or PNM in, lines of words out; empty where there are none, or the picture can't be decoded. */
export type ReadPicture = (picture: Uint8Array) => string;

const NEURAL_NET = 1;
const PAGE_OF_ANY_LAYOUT = "3";
/** Of 100. Shadows, leaves and tiles are read as letters, too, with less. */
const SURE = 60;
const LANGUAGE_FILE = /^([\w-]+)\.traineddata(?:\.gz)?$/;

/** @param folder with further languages, as `deu.traineddata` or `.gz`; English comes along */
export async function openPictureReader(folder: string | null): Promise<ReadPicture> {
  const require = createRequire(import.meta.url);
  const start = require("tesseract.js-core/tesseract-core-simd-lstm.js") as (
    options: object,
  ) => Promise<Core>;
  const wasmBinary = await readFile(require.resolve("tesseract.js-core/tesseract-core-simd-lstm.wasm"));
  const silent = () => {};
  const core = await start({ wasmBinary, print: silent, printErr: silent, TesseractProgress: silent });
  const languages = [];
  for (const [name, path] of await languageFiles(require.resolve("@tesseract.js-data/eng"), folder)) {
    const bytes = await readFile(path);
    core.FS.writeFile(`/${name}.traineddata`, path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    languages.push(name);
  }
  const api = new core.TessBaseAPI();
  if (api.Init("/", languages.join("+"), NEURAL_NET) !== 0) throw new Error("a language could not be loaded");
  api.SetVariable("tessedit_pageseg_mode", PAGE_OF_ANY_LAYOUT);
  return (picture) => {
    core.FS.writeFile("/input", picture);
    if (api.SetImageFile(1, 0) !== 0) return "";
    api.Recognize(null);
    return sureWords(api.GetTSVText(0));
  };
}

async function languageFiles(english: string, folder: string | null): Promise<Map<string, string>> {
  const found = new Map([["eng", join(english, "../4.0.0_best_int/eng.traineddata.gz")]]);
  for (const file of folder === null ? [] : (await readdir(folder)).toSorted()) {
    const [, name] = LANGUAGE_FILE.exec(file) ?? [];
    if (name) found.set(name, join(folder!, file));
  }
  return found;
}

/** @param table a row for each box, tab-separated: its level (5: a word), page, block, paragraph, line, word, place, sureness and text */
function sureWords(table: string): string {
  const lines = new Map<string, string[]>();
  for (const row of table.split("\n")) {
    const [level, page, block, paragraph, line, , , , , , sureness, text = ""] = row.split("\t");
    if (level !== "5" || Number(sureness) < SURE || !/[\p{L}\p{N}]/u.test(text)) continue;
    const key = [page, block, paragraph, line].join();
    const words = lines.get(key);
    if (words) words.push(text.trim());
    else lines.set(key, [text.trim()]);
  }
  return [...lines.values()].map((words) => words.join(" ")).join("\n");
}
