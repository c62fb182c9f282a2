import { randomBytes } from "node:crypto";
import { randomFrom } from "#testing/random.ts";
import { openNote, openSocket } from "#testing/sync-client.ts";
import { createVisitor } from "#testing/test-app.ts";
import { createServerProcess } from "../e2e/server-process.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

/** Frames that no page sends, from a signed-in user, while another one writes. */
export const socketFuzz: Trial = {
  name: "socket fuzz",
  promise: "no frame that a socket can send ends the server or another user's writing",
  unit: "frames",
  full: 50_000,
  sample: 3_000,
  run,
};

async function run({ amount, seed }: TrialContext): Promise<TrialOutcome> {
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  try {
    await server.start();
    const writer = createVisitor(server.url);
    await writer.client.accounts.register({ name: "W", email: "w@example.com", password: "correct horse" });
    const { id } = await writer.client.notes.create({ title: "Kept" });
    const page = openNote(server, writer, id);
    for (let index = 0; index < amount; index += 100) {
      const random = randomFrom(seed + index);
      const socket = openSocket(server.url, writer);
      socket.on("error", () => {});
      await new Promise((resolve) => socket.once("open", resolve));
      for (let frame = 0; frame < 100; frame++) socket.send(randomBytes(1 + Math.floor(random() * 200)));
      page.write(`t${index}`);
      await page.saved();
      socket.terminate();
    }
    page.close();
    const { text } = await writer.client.notes.body({ noteId: id, format: "text" });
    const lost = Array.from({ length: Math.ceil(amount / 100) }, (_, index) => `t${index * 100}`).filter(
      (token) => !text.split(/\s+/).includes(token),
    ).length;
    return { done: amount, lost, figures: {}, failures: [] };
  } finally {
    await server.dispose();
  }
}
