import { join } from "node:path";
import type { Address } from "#document/markdown/parse.ts";
import { isRemote } from "#document/html/safe-urls.ts";
import { findFileProblem } from "../validate-file.ts";
import { importId } from "../import-id.ts";
import type { ParseTask } from "../parse-file.ts";
import type { Problem } from "../report.ts";
import { NOTE_FILE } from "../walk-files.ts";
import { isWiki, resolveAddress, type Target } from "../resolve-address.ts";

/** What becomes of the addresses of one file. */
export type Linked = {
  replacements: Map<Address, string>;
  /** Paths of images that the replacements lead to. */
  images: string[];
  links: number;
  problems: Problem[];
  /** Bare names that the task does not know yet. */
  asks: string[];
  /** What is shown in the text and isn't in the tree. */
  absent: Address[];
};

const STAYS = "stays as it was";

/** Finds where every address of a file leads, and what it is called in the product. */
export async function linkFile(task: ParseTask, addresses: Address[]): Promise<Linked> {
  const linked: Linked = {
    replacements: new Map(),
    images: [],
    links: 0,
    problems: [],
    asks: [],
    absent: [],
  };
  const images = new Set<string>();
  const asks = new Set<string>();
  const said = new Set<string>();
  // Texts repeat their links, and each would look at the disk.
  const targets = new Map<string, Target>();
  for (const address of addresses) {
    const key = `${isWiki(address)} ${address.target}`;
    const target = targets.get(key) ?? (await resolveAddress(task, task.path, address));
    targets.set(key, target);
    if (target.to === "name" && !Object.hasOwn(task.names, target.name)) asks.add(target.name);
    else {
      const { meant, others } = byName(task, target);
      await link(task, address, meant, linked, images);
      if (others > 0 && meant.to !== "nowhere" && !said.has(address.target)) {
        said.add(address.target);
        const became = `leads to the nearest of ${others + 1} files with this name: ${meant.to === "elsewhere" ? "" : meant.path}`;
        linked.problems.push({ line: address.line, kind: "same-name", source: shown(address), became });
      }
    }
  }
  return { ...linked, images: [...images], asks: [...asks] };
}

type Meant = { meant: Exclude<Target, { to: "name" }>; others: number };

function byName(task: ParseTask, target: Target): Meant {
  if (target.to !== "name") return { meant: target, others: 0 };
  const paths = task.names[target.name]?.paths ?? [];
  const path = nearest(task.path, paths);
  if (path === null) return { meant: { to: "nowhere", reason: "nothing is there" }, others: 0 };
  const meant: Meant["meant"] = NOTE_FILE.test(path)
    ? { to: "note", path, fragment: target.fragment }
    : { to: "file", path };
  return { meant, others: paths.length - 1 };
}

/** The file that is fewest steps through the folders away; of equally near ones the first by its path. */
function nearest(from: string, paths: string[]): string | null {
  const here = from.split("/").slice(0, -1);
  const steps = (path: string) => {
    const there = path.split("/").slice(0, -1);
    const apart = here.findIndex((name, at) => name !== there[at]);
    const shared = apart < 0 ? here.length : apart;
    return here.length + there.length - 2 * shared;
  };
  const order = (a: string, b: string) => steps(a) - steps(b) || (a < b ? -1 : 1);
  return paths.toSorted(order)[0] ?? null;
}

async function link(
  task: ParseTask,
  address: Address,
  target: Exclude<Target, { to: "name" }>,
  linked: Linked,
  images: Set<string>,
): Promise<void> {
  const report = (kind: string, why: string) =>
    linked.problems.push({ line: address.line, kind, source: shown(address), became: `${STAYS}: ${why}` });
  if (target.to === "elsewhere") {
    const isPicture = address.kind === "image" && isRemote(address.target.trim());
    // Once: a page can show hundreds.
    if (isPicture && !linked.problems.some(({ kind }) => kind === "remote-image"))
      report("remote-image", "pictures of other servers are not fetched");
    return;
  }
  if (address.kind === "html") return void report("html-address", "addresses within HTML are not changed");
  if (target.to === "nowhere") {
    if (address.kind === "image" || address.kind === "wiki-image") linked.absent.push(address);
    return void report("dead-link", target.reason);
  }
  if (target.to === "note") {
    // A picture of a note is nothing that could be shown.
    if (address.kind === "image") return void report("dead-link", "a note, not an image");
    const id = importId(task.userId, task.key, "note", target.path);
    linked.replacements.set(address, `/app/editor/${id}${target.fragment}`);
  } else {
    const { path } = target;
    const refused =
      task.refused[path] ?? (images.has(path) ? null : await findFileProblem(join(task.root, path), task));
    if (refused !== null) return void report("attachment", refused);
    images.add(path);
    linked.replacements.set(address, `/files/${fileIdOf(task, path)}`);
  }
  linked.links++;
}

/** Of a file of the tree. */
export const fileIdOf = (task: Pick<ParseTask, "userId" | "key" | "fileIds">, path: string): string =>
  task.fileIds?.[path] ?? importId(task.userId, task.key, "file", path);

function shown({ kind, target }: Address): string {
  const text = kind === "wiki" ? `[[${target}]]` : kind === "wiki-image" ? `![[${target}]]` : target;
  return text.slice(0, 200).toWellFormed();
}
