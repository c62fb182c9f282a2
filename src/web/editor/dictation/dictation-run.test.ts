import { expect, test } from "vitest";
import { SpeechError } from "../../kernel/speech/ask-speech.ts";
import type { EarEvents, Ears } from "../../kernel/speech/hearing/ears.ts";
import type { Dictating } from "./dictating.ts";
import { DictationRun } from "./dictation-run.ts";

const settle = (ms = 0) => new Promise((done) => void setTimeout(done, ms));

/** Ears and a text whose every move the test decides: they stand in for a microphone, a model and an editor. */
function begin({ lastWordsMs = 5_000, opens = Promise.resolve() } = {}) {
  const made = {
    hears: {} as EarEvents,
    text: [] as string[],
    calls: [] as string[],
    view: null as unknown as Dictating,
    /** What is not written down yet when the microphone is let go. */
    last: null as null | { done: (words: string) => void; fail: () => void },
    waits: false,
    canTake: true,
    isComposing: false,
    run: null as unknown as DictationRun,
    opened: null as unknown as Promise<void>,
  };
  let settled = Promise.resolve();
  const writeLast = () => {
    made.waits = true;
    settled = new Promise((end) => {
      made.last = {
        done(words) {
          made.waits = false;
          made.hears.onWords(words);
          end();
        },
        fail() {
          made.hears.onFault(new SpeechError("The server can't be reached."), false);
          end();
        },
      };
    });
  };
  const ears: Ears = {
    place: "model",
    open: async (events) => {
      made.hears = events;
      await opens;
    },
    setByHand: () => {},
    hold: () => {},
    release: () => {},
    guard: () => {},
    mute: () => {},
    forget: () => {},
    finish: () => (made.calls.push("finished"), settled),
    waits: () => made.waits,
    retry: () => (made.calls.push("retried"), writeLast()),
    discard: () => (made.calls.push("discarded"), (made.waits = false)),
    close: () => made.calls.push("closed"),
    stream: () => null,
  };
  made.run = new DictationRun({
    openEars: () => Promise.resolve(ears),
    paper: {
      canTake: () => made.canTake,
      isComposing: () => made.isComposing,
      take: (words) => (made.text.push(words), words === "stop"),
    },
    show: (view) => (made.view = view),
    onBegun: () => made.calls.push("begun"),
    onDeaf: ({ message }) => made.calls.push(message),
    onEnd: () => made.calls.push("ended"),
    isMeeting: false,
    lastWordsMs,
  });
  made.opened = made.run.open();
  return { made, speaks: writeLast };
}

test("who ends it in the middle of a sentence has the sentence written down", async () => {
  const { made, speaks } = begin();
  await made.opened;
  made.hears.onBegan(100);
  speaks();
  void made.run.finish();
  expect(made.view.state).toBe("finishing");
  made.last!.done("The last words.");
  await settle();
  expect([made.text, made.view.state]).toEqual([["The last words."], "off"]);
  expect(made.calls).toEqual(["begun", "finished", "closed", "ended"]);
});

test("so has who pulls out the microphone, and is told", async () => {
  const { made, speaks } = begin();
  await made.opened;
  speaks();
  made.hears.onFault(new SpeechError("The microphone was unplugged."), true);
  made.last!.done("The last words.");
  await settle();
  expect([made.text, made.view.state, made.calls[1]]).toEqual([
    ["The last words."],
    "off",
    "The microphone was unplugged.",
  ]);
});

test("last words that can't be written down are kept, tried again, and given up only when told to", async () => {
  const { made, speaks } = begin();
  await made.opened;
  speaks();
  void made.run.finish();
  made.last!.fail();
  await settle();
  expect(made.view).toMatchObject({ state: "failed", fault: "The server can't be reached.", isKept: true });
  made.run.retry();
  expect(made.view.state).toBe("finishing");
  made.last!.done("After all.");
  await settle();
  expect([made.text, made.view.state]).toEqual([["After all."], "off"]);

  const other = begin();
  await other.made.opened;
  other.speaks();
  void other.made.run.finish();
  other.made.last!.fail();
  await settle();
  other.made.run.discard();
  expect([other.made.view.state, other.made.calls.at(-1)]).toEqual(["off", "ended"]);
});

test("last words that are late are told, and come all the same", async () => {
  const { made, speaks } = begin({ lastWordsMs: 20 });
  await made.opened;
  speaks();
  void made.run.finish();
  await settle(40);
  expect(made.view.state).toBe("failed");
  made.last!.done("Late.");
  await settle();
  expect([made.text, made.view.state]).toEqual([["Late."], "off"]);
});

test("a remark that can't be written down is kept while the next is heard", async () => {
  const { made } = begin();
  await made.opened;
  made.waits = true;
  made.hears.onFault(new SpeechError("The server can't be reached."), false);
  expect(made.view).toMatchObject({ state: "listening", isKept: true });
  made.hears.onBegan(100);
  expect(made.view).toMatchObject({ state: "hearing", fault: "The server can't be reached.", isKept: true });
  made.run.retry();
  expect(made.view).toMatchObject({ fault: null, isKept: false });
  expect(made.calls).toEqual(["begun", "retried"]);
});

test("sentences that wait for an input method keep their order", async () => {
  const { made } = begin();
  await made.opened;
  made.isComposing = true;
  made.hears.onWords("one");
  await settle(60);
  made.hears.onWords("two");
  // The second looks first.
  setTimeout(() => (made.isComposing = false), 45);
  await expect.poll(() => made.text, { interval: 5 }).toEqual(["one", "two"]);
});

test("words that come when the note is gone are shown, and the microphone is let go", async () => {
  const { made, speaks } = begin();
  await made.opened;
  speaks();
  made.canTake = false;
  void made.run.finish();
  made.last!.done("Too late");
  await settle();
  expect([made.text, made.view.state, made.view.meanwhile]).toEqual([[], "left", "Too late"]);
});

test("a note that is left, and a dictation that is ended, while the browser asks for the microphone end it", async () => {
  const asks = Promise.withResolvers<void>();
  const { made } = begin({ opens: asks.promise });
  await settle();
  expect(made.view.state).toBe("opening");
  void made.run.finish();
  expect([made.view.state, made.calls]).toEqual(["off", ["closed", "ended"]]);
  asks.resolve();
  await made.opened;
  expect([made.view.state, made.calls]).toEqual(["off", ["closed", "ended"]]);

  const left = begin();
  left.made.canTake = false;
  await left.made.opened;
  expect([left.made.view.state, left.made.calls]).toEqual(["off", ["closed", "ended"]]);
});

test("a word that ends it ends it, and nothing after it is typed", async () => {
  const { made } = begin();
  await made.opened;
  for (const words of ["one", "stop", "two"]) made.hears.onWords(words);
  await settle();
  expect([made.text, made.view.state]).toEqual([["one", "stop"], "off"]);
});
