import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { finished } from "node:stream/promises";
import type { FileReport, ImportReport } from "../import/report.ts";

/** Writes a report as JSON while the import goes on: `{"files": [one a line], "total": {...}}`. */
export async function openReportFile(path: string) {
  const draft = `${path}.draft`;
  const out = createWriteStream(draft);
  await once(out, "open");
  let between = "";
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, "drain");
  };
  await write('{"files": [');
  return {
    add: async (file: FileReport) => {
      await write(`${between}\n${JSON.stringify(file)}`);
      between = ",";
    },
    /** Only now does the file have its name. */
    finish: async (total: ImportReport) => {
      out.end(`\n],\n"total": ${JSON.stringify(total, null, 2)}}\n`);
      await finished(out);
      await rename(draft, path);
    },
  };
}
