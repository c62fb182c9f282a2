import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Exchange } from "./recorder.ts";
import { root } from "../source-tree.ts";

/** What a client said in each of its steps, with names in the place of what each run makes anew. */
export type Recording = { client: string; steps: Record<string, Exchange[]> };

const pathOf = (name: string) => join(root, "src/server/caldav/recordings", `${name}.json`);
export const readRecording = (name: string) => JSON.parse(readFileSync(pathOf(name), "utf8")) as Recording;
export const writeRecording = (name: string, recording: Recording) =>
  writeFileSync(pathOf(name), `${JSON.stringify(recording, null, 2)}\n`);

const ETAG = /(?:&quot;|")[0-9a-f]{24}(?:&quot;|")/g;
/** With the newest change behind it while a transaction of another test is under way. */
const POINT = /\b[0-9a-f]{10}-\d+(?:\.\d+)?\b/g;

/** Names for what is another in each run: ids, etags by the order in which they come, where a sync has got to, and when. */
export class Names {
  readonly #ids: () => [name: string, id: string][];
  readonly #etags: string[] = [];
  readonly #points = new Map<string, string>();

  constructor(ids: () => Record<string, string>) {
    this.#ids = () => Object.entries(ids());
  }

  /** A request as it is recorded. */
  hide(text: string): string {
    let hidden = text;
    for (const [name, id] of this.#ids()) hidden = hidden.replaceAll(id, `{${name}}`);
    return hidden
      .replaceAll(ETAG, (etag) => `"{etag:${this.#numberOf(etag)}}"`)
      .replaceAll(POINT, "{point}")
      .replaceAll(/DTSTAMP:\d{8}T\d{6}Z/g, "DTSTAMP:{now}");
  }

  /** An answer, of which later requests may name something. */
  hear(path: string, text: string): string {
    const point = /data:,cairn-([0-9a-f]{10}-\d+(?:\.\d+)?)/.exec(text)?.[1];
    if (point) this.#points.set(path, point);
    return this.hide(text);
  }

  /** A recorded request as it is sent in this run. */
  show(path: string, text: string): string {
    let shown = text;
    for (const [name, id] of this.#ids()) shown = shown.replaceAll(`{${name}}`, id);
    return shown
      .replaceAll(/"\{etag:(\d+)\}"/g, (_, number) => `"${this.#etags[Number(number)] ?? "unknown"}"`)
      .replaceAll("{point}", () => this.#points.get(path) ?? "unknown")
      .replaceAll("DTSTAMP:{now}", "DTSTAMP:20261125T000000Z");
  }

  #numberOf(etag: string): number {
    const bare = etag.replaceAll(/&quot;|"/g, "");
    const known = this.#etags.indexOf(bare);
    return known === -1 ? this.#etags.push(bare) - 1 : known;
  }
}
