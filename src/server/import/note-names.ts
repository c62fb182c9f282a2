import { open } from "node:fs/promises";
import { join, posix } from "node:path";
import { parseDocument } from "yaml";
import { IMAGE, MARKDOWN, NOTE_FILE, walkFiles } from "./walk-files.ts";

/** The files that bear a name; most names have one. */
export type Named = { paths: string[] };
export type FindByName = (name: string) => Promise<Named>;

/** Notes of other formats keep the ending of the file they were. */
const ENDINGS = /(?:\.(?:html?|xhtml|docx|pdf|txt|opml|md))?\.cairnnote$/i;
const key = (name: string) => name.replace(MARKDOWN, "").replace(ENDINGS, "").normalize("NFC").toLowerCase();

/**
 * The notes and images of a folder by bare name, as `[[name]]` and `![[image.png]]` mean them. Reads the folder's names when first asked, which only wiki
 * links do: about 200 bytes a file, the only thing of an import that grows with the folder.
 */
export function noteNames(root: string): FindByName {
  let names: Promise<Map<string, string[]>> | undefined;
  let aliases: Promise<Map<string, string>> | undefined;
  return async (name) => {
    names ??= readNames(root);
    const paths = (await names).get(key(name));
    if (paths) return { paths };
    aliases ??= readAliases(root);
    const path = (await aliases).get(key(name));
    return { paths: path === undefined ? [] : [path] };
  };
}

/** Other names that notes give themselves in their front matter, as Obsidian has them; read when a link needs one. */
async function readAliases(root: string): Promise<Map<string, string>> {
  const aliases = new Map<string, string>();
  for await (const { path, leftOut } of walkFiles(root)) {
    if (leftOut !== undefined) continue;
    for (const alias of await aliasesOf(join(root, path)))
      if (!aliases.has(key(alias))) aliases.set(key(alias), path);
  }
  return aliases;
}

const HEAD_BYTES = 8192;

async function aliasesOf(path: string): Promise<string[]> {
  const file = await open(path).catch(() => null);
  if (file === null) return [];
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [, yaml] =
      /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(buffer.subarray(0, bytesRead).toString("utf8")) ?? [];
    if (yaml === undefined || !/^alias/m.test(yaml)) return [];
    const head = parseDocument(yaml, { logLevel: "silent" }).toJS({ maxAliasCount: 0 }) as Record<
      string,
      unknown
    > | null;
    const given = head?.["aliases"] ?? head?.["alias"];
    const list: unknown[] = Array.isArray(given) ? given : typeof given === "string" ? given.split(",") : [];
    return list
      .map(String)
      .map((alias) => alias.trim())
      .filter(Boolean);
  } catch {
    return [];
  } finally {
    await file.close();
  }
}

async function readNames(root: string): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  // Notes are named without their ending, images with it: neither hides the other.
  for (const wanted of [NOTE_FILE, IMAGE])
    for await (const { path, leftOut } of walkFiles(root, "", wanted)) {
      if (leftOut !== undefined) continue;
      const name = key(posix.basename(path));
      const paths = names.get(name);
      if (paths) paths.push(path);
      else names.set(name, [path]);
    }
  return names;
}
