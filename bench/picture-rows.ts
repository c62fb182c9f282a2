import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const PICTURES = 20;
const READ_WITHIN_MS = 180_000;
const PICTURE = new URL("../src/server/attachments/fixtures/whiteboard.jpg", import.meta.url);

/** Pictures with three lines of words, uploaded at once: from one being read to the next, the pause that leaves half a core included. */
export async function pictureText({ server, visitor, owner, userId }: Bench): Promise<Row[]> {
  const bytes = await readFile(PICTURE);
  for (let index = 0; index < PICTURES; index++) {
    const answer = await fetch(`${server.url}/api/files/upload?name=whiteboard-${index}.jpg`, {
      method: "POST",
      headers: { cookie: visitor.cookie(), origin: new URL(server.url).origin },
      body: new Uint8Array(bytes),
    });
    if (!answer.ok) throw new Error(`a picture is refused: ${answer.status}`);
  }
  const until = performance.now() + READ_WITHIN_MS;
  const read = async () => {
    const { rows } = await owner.query<{ at: number }>(
      "SELECT extract(epoch FROM recognized_at)::float * 1000 AS at FROM file_texts WHERE user_id = $1 AND text <> '' ORDER BY 1",
      [userId],
    );
    return rows.map(({ at }) => at);
  };
  let times = await read();
  for (; times.length < PICTURES; times = await read()) {
    if (performance.now() > until) throw new Error("pictures are not read");
    await pause(500);
  }
  const figure = summarise(times.slice(1).map((at, index) => at - times[index]!));
  return [{ name: "words of a picture, one after the other", unit: "ms", figure }];
}
