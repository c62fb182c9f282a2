import { realpath, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import { decoded } from "#document/html/decoded.ts";
import type { Address } from "#document/markdown/parse.ts";
import { NOTE_FILE } from "./walk-files.ts";

/** Where an address in a file of the folder leads. */
export type Target =
  /** To the web, to a mail program, within the note. */
  | { to: "elsewhere" }
  | { to: "note"; path: string; fragment: string }
  | { to: "file"; path: string }
  /** To whatever file bears this name, anywhere in the folder. */
  | { to: "name"; name: string; fragment: string }
  | { to: "nowhere"; reason: string };

/** The folder, by its real path, and what in it lies at another path than others name it by. */
type Tree = { root: string; renamed?: Record<string, string> };

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const nowhere = (reason: string): Target => ({ to: "nowhere", reason });

export const isWiki = ({ kind }: Address): boolean => kind === "wiki" || kind === "wiki-image";

/** Reads an address as it stands in the file `from`; both paths count from `root`, which must be a real path. */
export async function resolveAddress(tree: Tree, from: string, address: Address): Promise<Target> {
  const places = placesOf(from, address);
  if ("to" in places) return places;
  const { tried, fragment, name } = places;
  let found = nowhere("nothing is there");
  for (const candidate of tried) {
    found = await look(tree, candidate, fragment);
    if (found.to !== "nowhere") return found;
  }
  return name === null ? found : { to: "name", name, fragment };
}

/** Paths to look at, the likeliest first; `name` is one that counts wherever it lies. */
type Places = { tried: string[]; fragment: string; name: string | null };

/** Where an address in the file `from` may lead, before anything is looked at. */
export function placesOf(from: string, address: Address): Target | Places {
  const byName = isWiki(address);
  const written = address.target.trim();
  if (!byName && (written === "" || /^[#?]/.test(written) || HAS_SCHEME.test(written)))
    return { to: "elsewhere" };
  if (!byName && written.startsWith("//")) return { to: "elsewhere" };
  const { path, fragment } = byName ? splitWiki(written) : splitAddress(written);
  if (path === "") return nowhere("only a place within the note");
  if (path.startsWith("/") || /^[a-z]:\\/i.test(path)) return nowhere("an absolute path");
  const isBare = !path.includes("/");
  const starts = !byName ? [posix.dirname(from)] : isBare ? [posix.dirname(from), "."] : above(from);
  const tried = starts.map((start) => posix.normalize(posix.join(start, path)));
  return { tried, fragment, name: byName && isBare ? path : null };
}

/** Paths may be written in another Unicode form than the disk has, or with backslashes. */
export const formsOf = (path: string): string[] => [
  ...new Set([
    path,
    path.normalize("NFC"),
    path.normalize("NFD"),
    posix.normalize(path.replaceAll("\\", "/")),
  ]),
];

/** A vault may be one of the folders on top of the file: its links count from there. */
function above(from: string): string[] {
  const starts: string[] = [];
  for (let at = posix.dirname(from); at !== "."; at = posix.dirname(at)) starts.push(at);
  return [...starts, "."];
}

function splitAddress(written: string): { path: string; fragment: string } {
  const [, path = "", fragment = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(written) ?? [];
  return { path: decoded(path), fragment };
}

function splitWiki(written: string): { path: string; fragment: string } {
  const at = written.indexOf("#");
  if (at < 0) return { path: written, fragment: "" };
  return {
    path: written.slice(0, at).trim(),
    fragment: `#${encodeURIComponent(written.slice(at + 1).trim())}`,
  };
}

/** The ending of a note may be left out. */
async function look({ root, renamed = {} }: Tree, path: string, fragment: string): Promise<Target> {
  const forms = [renamed[path] ?? path, ...formsOf(path).slice(1)];
  let found: Target = nowhere("nothing is there");
  for (const form of forms) {
    for (const candidate of [form, `${form}.cairnnote`, `${form}.md`]) {
      found = await lookAt(root, candidate, fragment);
      if (found.to !== "nowhere" || found.reason !== "nothing is there") return found;
    }
  }
  return found;
}

async function lookAt(root: string, path: string, fragment: string): Promise<Target> {
  if (path === ".." || path.startsWith("../")) return nowhere("outside of the folder");
  if (path.includes("\0")) return nowhere("nothing is there");
  const full = join(root, path);
  const real = await realpath(full).catch(() => null);
  if (real === null) return nowhere("nothing is there");
  // A link on the way could lead out of the folder, and what it leads to is no note of this import.
  if (real !== full.replace(/\/$/, "")) return nowhere("behind a link of the file system");
  const found = await stat(real);
  if (found.isDirectory()) return nowhere("a folder");
  if (!found.isFile()) return nowhere("no ordinary file");
  if (!NOTE_FILE.test(path)) return { to: "file", path };
  return /(?:^|\/)\./.test(posix.dirname(path)) && posix.dirname(path) !== "."
    ? nowhere("in a hidden folder, which is not imported")
    : { to: "note", path, fragment };
}
