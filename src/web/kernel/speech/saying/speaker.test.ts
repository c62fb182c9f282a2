import { expect, test } from "vitest";
import type { Mouth } from "./mouth.ts";
import { Speaker } from "./speaker.ts";

/** A mouth whose sounds end when the test says so; it stands in for a model or a device. */
function scripted() {
  const log: string[] = [];
  let end: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const mouth: Mouth = {
    prepare(text) {
      log.push(`made ${text}`);
      return {
        play: (signal, onSound) =>
          new Promise((done, refuse) => {
            signal.addEventListener("abort", () => refuse(signal.reason as Error));
            end = done;
            fail = refuse;
            onSound();
          }),
      };
    },
    stream: () => null,
    close: () => {},
  };
  const speaker = new Speaker(mouth, {
    onSound: (text) => log.push(`sound ${text}`),
    onSaid: (text) => log.push(`said ${text}`),
    onSilent: () => log.push("silent"),
    onFault: (error) => log.push(`fault ${(error as Error).message}`),
  });
  const settle = () => new Promise((done) => void setTimeout(done));
  return {
    log,
    speaker,
    end: async () => (end(), settle()),
    fail: async (words: string) => (fail(new Error(words)), settle()),
  };
}

test("the next sentence is made while one is heard", async () => {
  const { log, speaker, end } = scripted();
  for (const text of ["one", "two", "three"]) speaker.say(text);
  expect(log).toEqual(["made one", "sound one", "made two"]);
  await end();
  expect(log.slice(3)).toEqual(["said one", "made three", "sound two"]);
  await end();
  await end();
  expect(log.slice(-2)).toEqual(["said three", "silent"]);
  expect(speaker.isSpeaking).toBe(false);
});

test("who is interrupted knows what was not heard to its end", async () => {
  const { log, speaker, end } = scripted();
  for (const text of ["one", "two", "three"]) speaker.say(text, { messageId: "m" });
  await end();
  expect(speaker.stop()).toEqual([
    { text: "two", source: { messageId: "m" } },
    { text: "three", source: { messageId: "m" } },
  ]);
  await end();
  expect(log).not.toContain("said two");
  expect(log).not.toContain("silent");
  expect(speaker.isSpeaking).toBe(false);
  speaker.say("four");
  expect(log.at(-1)).toBe("sound four");
});

test("a sentence that can't be said doesn't keep the next from being heard", async () => {
  const { log, speaker, fail, end } = scripted();
  speaker.say("one");
  speaker.say("two");
  await fail("no sound");
  await end();
  expect(log.slice(3)).toEqual(["fault no sound", "sound two", "said two", "silent"]);
});
