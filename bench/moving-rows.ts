import { setTimeout as pause } from "node:timers/promises";
import { zipOf } from "#testing/import-files.ts";
import { summarise } from "./measure.ts";
import { BENCH_PASSWORD, type Bench, type Row } from "./row.ts";
import { createWriter } from "./text.ts";

const NOTES = 1_000;
const TURNS = 3;
const ASK_AGAIN_MS = 20;

/** A ZIP of so many Markdown files in folders, with front matter and links to each other: sent, planned and made. */
export async function importing({ visitor, server, vocabulary }: Bench): Promise<Row[]> {
  const writer = createWriter(vocabulary, 51);
  const [planning, making]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    const files: Record<string, string> = {};
    for (let index = 0; index < NOTES; index++)
      files[`Vault ${turn}/Part ${index % 20}/Note ${turn} ${index}.md`] =
        `---\ntags: [part${index % 20}]\n---\n\n# ${writer.title()}\n\n${writer.body()}\n\nSee [[Note ${turn} ${(index * 7) % NOTES}]].\n\n- [ ] ${writer.title()}\n`;
    const zip = await zipOf(files);
    const begunAt = performance.now();
    const { id: importId } = await visitor.client.imports.create({ name: "vault.zip" });
    const sent = await fetch(`${server.url}/api/imports/${importId}/upload?path=vault.zip`, {
      method: "POST",
      headers: { origin: server.url, cookie: visitor.cookie(), "content-type": "application/octet-stream" },
      body: new Uint8Array(zip),
    });
    if (!sent.ok) throw new Error(`the ZIP was refused: ${sent.status}`);
    await visitor.client.imports.read({ importId });
    await reached(visitor, importId, "ready");
    planning.push(NOTES / ((performance.now() - begunAt) / 1000));
    const startedAt = performance.now();
    await visitor.client.imports.start({ importId });
    await reached(visitor, importId, "done");
    making.push(NOTES / ((performance.now() - startedAt) / 1000));
  }
  const note = `${NOTES.toLocaleString("en")} notes in a ZIP`;
  return [
    { name: "import, sent and planned", unit: "notes/s", figure: summarise(planning), note },
    { name: "import, made", unit: "notes/s", figure: summarise(making), note },
  ];
}

async function reached({ client }: Bench["visitor"], importId: string, wanted: string): Promise<void> {
  for (;;) {
    const { status, message } = await client.imports.get({ importId });
    if (status === wanted) return;
    if (status === "failed") throw new Error(`the import failed: ${message}`);
    await pause(ASK_AGAIN_MS);
  }
}

/** Everything of the account as a ZIP, read to its end. */
export async function exporting({ server, visitor, owner, userId }: Bench): Promise<Row[]> {
  await visitor.client.security.reauthenticate({ password: BENCH_PASSWORD });
  const rates: number[] = [];
  let megabytes = 0;
  // Rows before this one have made some of their own.
  const { rows } = await owner.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM notes_v2 WHERE user_id = $1",
    [userId],
  );
  const notes = rows[0]!.count;
  for (let turn = 0; turn < TURNS; turn++) {
    const startedAt = performance.now();
    const response = await fetch(`${server.url}/api/export`, { headers: { cookie: visitor.cookie() } });
    if (!response.ok || !response.body) throw new Error(`the export was refused: ${response.status}`);
    let bytes = 0;
    for await (const chunk of response.body) bytes += chunk.byteLength;
    megabytes = bytes / 1024 / 1024;
    rates.push(notes / ((performance.now() - startedAt) / 1000));
  }
  return [
    {
      name: "export of everything",
      unit: "notes/s",
      figure: summarise(rates),
      note: `${notes.toLocaleString("en")} notes, ${megabytes.toFixed(1)} MB`,
    },
  ];
}
