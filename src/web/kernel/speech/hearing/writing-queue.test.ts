import { expect, test } from "vitest";
import { SpeechError } from "../ask-speech.ts";
import { WritingQueue } from "./writing-queue.ts";

const settle = () => new Promise((done) => void setTimeout(done));

/** A writer that answers when the test says so: it stands in for a model far away. */
function queue() {
  const log: string[] = [];
  const asked: { text: string; done: (words: string) => void; fail: (error: Error) => void }[] = [];
  const made = new WritingQueue(
    async (sound) => {
      const text = await sound.slice(0, 100).text();
      return new Promise((done, fail) => void asked.push({ text, done, fail }));
    },
    { onWords: (words) => void log.push(words), onFault: ({ message }) => void log.push(`fault ${message}`) },
  );
  const say = (text: string) => made.push(new Blob([text]));
  const answer = async (words?: string) => {
    await settle();
    const last = asked.at(-1)!;
    if (words === undefined) last.fail(new SpeechError("The server can't be reached."));
    else last.done(words);
    await settle();
  };
  return { made, log, asked, say, answer };
}

test("what fails keeps its place, and is written down with the next piece", async () => {
  const { made, log, asked, say, answer } = queue();
  say("one");
  await answer();
  expect(log).toEqual(["fault The server can't be reached."]);
  expect(made.isWaiting).toBe(true);
  say("two");
  await answer(" One. ");
  await answer("Two.");
  expect(log.slice(1)).toEqual(["One.", "Two."]);
  expect(asked.map(({ text }) => text)).toEqual(["one", "one", "two"]);
  expect(made.isWaiting).toBe(false);
});

test("it is tried again or given up when somebody wants that", async () => {
  const { made, log, say, answer } = queue();
  say("one");
  say("two");
  await answer();
  made.retry();
  await answer();
  made.discard();
  await answer("Two.");
  expect(log.at(-1)).toBe("Two.");
  expect(made.isWaiting).toBe(false);
});

test("who waits for it is told when all is written down, when a piece fails, and when it is given up", async () => {
  const { made, say, answer } = queue();
  await made.settled();
  for (const end of [() => answer("Yes."), () => answer(), () => Promise.resolve(made.forget())]) {
    made.forget();
    say("one");
    let isSettled = false;
    const waits = made.settled().then(() => (isSettled = true));
    await settle();
    expect(isSettled).toBe(false);
    await end();
    await waits;
  }
});

test("what comes of a piece that was given up is not heard", async () => {
  const { made, log, say, answer } = queue();
  say("one");
  await settle();
  made.forget();
  await answer("One.");
  expect(log).toEqual([]);
});

test("more than half an hour isn't kept, and that is told", async () => {
  const { made, log } = queue();
  const minutes = (count: number) => new Blob([new Uint8Array(count * 60 * 32_000)]);
  made.push(minutes(30));
  made.push(minutes(5));
  expect(log[0]).toContain("isn't kept");
  made.forget();
  await settle();
});
