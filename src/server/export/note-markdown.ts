import { writeFrontMatter } from "#document/markdown/front-matter.ts";
import { relativeAddress } from "./note-paths.ts";

type Head = { title: string; tags: string[]; createdAt: Date; updatedAt: Date };

/** Front matter that the note kept of where it came from; our own Markdown begins with these lines for nothing else. */
const KEPT = /^---\n[\s\S]*?\n---(?:\n|$)/;
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ADDRESS = new RegExp(`(\\]\\(|\\]: ?|<)/(files|app/editor)/(${UUID})((?:/original)?)`, "gi");

/** A note as a file that stands alone: title, tags and dates in front, links leading to the other files of the export. */
export function noteMarkdown(path: string, head: Head, body: string, paths: Map<string, string>): string {
  const kept = KEPT.exec(body)?.[0] ?? "";
  const rest = body.slice(kept.length).replace(/^\n+/, "");
  const linked = rest.replaceAll(ADDRESS, (all, before: string, _kind, id: string) => {
    const target = paths.get(id.toLowerCase());
    return target ? before + relativeAddress(path, target) : all;
  });
  const front = writeFrontMatter({ title: head.title, tags: head.tags }, withDates(kept.trimEnd(), head));
  return `${front}\n\n${linked}`;
}

/** Dates that came with the note stay; where there are none, ours are the ones to keep. */
function withDates(kept: string, { createdAt, updatedAt }: Head): string {
  if (/^(created|updated|date)\b/m.test(kept)) return kept;
  const dates = `created: ${createdAt.toISOString()}\nupdated: ${updatedAt.toISOString()}`;
  return kept ? kept.replace(/\n---$/, `\n${dates}\n---`) : `---\n${dates}\n---`;
}
