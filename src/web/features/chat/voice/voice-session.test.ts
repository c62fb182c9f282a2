import { beforeEach, expect, test, vi } from "vitest";
import { SpeechError } from "../../../kernel/speech/ask-speech.ts";
import type { EarEvents, Ears } from "../../../kernel/speech/hearing/ears.ts";
import { AsItComes } from "../../../kernel/speech/saying/as-it-comes.ts";
import type { Mouth } from "../../../kernel/speech/saying/mouth.ts";
import { VoiceSession } from "./voice-session.ts";
import type { VoiceView } from "./voice-view.ts";

/** Ears and a mouth whose every sound the test decides: they stand in for models and browsers. */
let hears: EarEvents;
let said: { text: string; end: () => void }[];
let calls: string[];
let view: VoiceView;
let session: VoiceSession;
let answerId: string;
let proposal: string | null;
let refusesMicrophone: boolean;

const settle = () => new Promise((done) => void setTimeout(done));
const ears: Ears = {
  place: "model",
  open: (events) => {
    if (refusesMicrophone) return Promise.reject(new SpeechError("Allow the microphone."));
    hears = events;
    return Promise.resolve();
  },
  setByHand: () => {},
  hold: () => {},
  release: () => {},
  guard: () => {},
  mute: (isMuted) => calls.push(isMuted ? "muted" : "unmuted"),
  forget: () => {},
  finish: () => Promise.resolve(),
  waits: () => false,
  retry: () => {},
  discard: () => {},
  close: () => calls.push("closed"),
  stream: () => null,
};
const mouth: Mouth = {
  prepare: (text) => ({
    play: (signal, onSound) =>
      new Promise((end, refuse) => {
        signal.addEventListener("abort", () => refuse(signal.reason as Error));
        said.push({ text, end });
        onSound();
      }),
  }),
  stream: () => null,
  close: () => {},
};

function begin(withMouth: Mouth | null = mouth): Promise<void> {
  session = new VoiceSession({
    ears,
    mouth: withMouth,
    ask: (words, id) => {
      calls.push(`asked ${words}`);
      answerId = id;
      return Promise.resolve(true);
    },
    stopAnswer: () => Promise.resolve(void calls.push("stopped")),
    proposalsOf: () => Promise.resolve(proposal),
    decide: (id, how) => Promise.resolve(calls.push(`${how} ${id}`) > 0),
    show: (next) => (view = next),
    sentences: () => new AsItComes(),
  });
  return session.start();
}

async function speak(words: string): Promise<void> {
  hears.onBegan(120);
  hears.onEnded(700);
  hears.onWords(words);
  await settle();
}
const answer = (text: string, isWhole = false, more: object = {}) =>
  session.follow(
    { id: answerId, text, state: isWhole ? "done" : "running", changesetId: null, fault: null, ...more },
    false,
  );
const sounds = () => said.map(({ text }) => text);
async function endSound(): Promise<void> {
  said.at(-1)!.end();
  await settle();
}
/** Longer than a loudspeaker is heard. */
const later = () => vi.spyOn(performance, "now").mockReturnValue(performance.now() + 2_000);

beforeEach(async () => {
  vi.restoreAllMocks();
  said = [];
  calls = [];
  proposal = null;
  refusesMicrophone = false;
  await begin();
});

test("a question is asked, and its answer said while it comes", async () => {
  expect(view.state).toBe("listening");
  hears.onBegan(100);
  expect(view.state).toBe("hearing");
  hears.onEnded(700);
  expect(view.state).toBe("writing");
  hears.onWords("What did the roof cost?");
  await settle();
  expect(view.state).toBe("thinking");
  expect(calls).toEqual(["asked What did the roof cost?"]);
  answer("The roof cost 4,300 euros. It was");
  expect(view).toMatchObject({ state: "speaking", saying: "The roof cost 4,300 euros." });
  await endSound();
  expect(view.state).toBe("thinking");
  answer("The roof cost 4,300 euros. It was Huber.", true);
  await endSound();
  expect(sounds()).toEqual(["The roof cost 4,300 euros.", "It was Huber."]);
  expect(view.state).toBe("listening");
  expect(view.lines).toEqual([
    { who: "you", text: "What did the roof cost?" },
    { who: "cairn", text: "The roof cost 4,300 euros. It was Huber.", answerId },
  ]);
});

test("who speaks into an answer silences it, and asks something else", async () => {
  await speak("Tell me everything");
  answer("First of all there is this. Then there is that.");
  hears.onBegan(120);
  expect(view).toMatchObject({ state: "hearing", saying: null });
  hears.onEnded(700);
  hears.onWords("And the garden?");
  await settle();
  expect(sounds()).toEqual(["First of all there is this."]);
  expect(calls).toEqual(["asked Tell me everything", "stopped", "asked And the garden?"]);
  // What was said is kept.
  expect(view.lines[1]).toMatchObject({
    text: "First of all there is this. Then there is that.",
    isCut: true,
  });
});

test.each(["", "First of all there"])(
  "a cough, or its own voice (%j), doesn't end an answer",
  async (words) => {
    await speak("Tell me everything");
    answer("First of all there is this. And then.", true);
    await speak(words);
    expect(sounds()).toEqual(["First of all there is this.", "First of all there is this."]);
    await endSound();
    await endSound();
    expect(sounds().at(-1)).toBe("And then.");
    expect(calls).toEqual(["asked Tell me everything"]);
    expect(view.state).toBe("listening");
  },
);

test("a stop alone is answered by silence", async () => {
  await speak("Tell me everything");
  answer("First of all there is this. Then");
  await speak("Stop.");
  expect(calls).toEqual(["asked Tell me everything", "stopped"]);
  answer("First of all there is this. Then more. And more.");
  expect(sounds()).toHaveLength(1);
  expect(view.state).toBe("listening");
});

async function proposes(): Promise<void> {
  proposal = "New: Buy milk.";
  await speak("Add milk");
  answer("I can do that for you.", true, { changesetId: "c1" });
  await endSound();
  await settle();
}

test("what a model proposes is read out, and done after a clear yes alone", async () => {
  await proposes();
  expect(sounds().at(-1)).toBe("I would like to do this. New: Buy milk. Say yes to accept, or no.");
  await endSound();
  expect(view).toMatchObject({ state: "listening", asksFor: "c1" });
  later();
  await speak("Yes.");
  expect(calls.at(-1)).toBe("apply c1");
  expect(sounds().at(-1)).toBe("Done.");
  expect(view.asksFor).toBeNull();
});

test("a no refuses; another sentence is asked about once, and then all is left waiting", async () => {
  await proposes();
  await endSound();
  later();
  await speak("No, thanks.");
  expect(calls.at(-1)).toBe("refuse c1");
  await endSound();
  await proposes();
  await endSound();
  await speak("Yes, but not today");
  expect(sounds().at(-1)).toContain("Say yes to accept");
  await endSound();
  later();
  await speak("What is the weather?");
  expect(sounds().at(-1)).toContain("I leave it waiting");
  expect(calls.filter((call) => call.startsWith("apply"))).toEqual([]);
  expect(view.asksFor).toBeNull();
});

test("a yes into what is read out, or that Cairn says itself, accepts nothing", async () => {
  await proposes();
  // While it is still being read.
  await speak("Yes.");
  expect(calls.filter((call) => call.startsWith("apply"))).toEqual([]);
  await endSound();
  // Right after: the loudspeaker may still be heard.
  vi.restoreAllMocks();
  await speak("Do it");
  expect(calls.filter((call) => call.startsWith("apply"))).toEqual([]);
});

test("a press decides, too", async () => {
  await proposes();
  await endSound();
  session.decided("c1");
  expect(view.asksFor).toBeNull();
  later();
  await speak("Yes.");
  expect(calls.at(-1)).toBe("asked Yes.");
});

test("without a voice answers are shown", async () => {
  await begin(null);
  await speak("What is due?");
  expect(view.state).toBe("thinking");
  answer("Nothing is due.", true);
  expect(view.state).toBe("listening");
  expect(view.lines.at(-1)).toMatchObject({ who: "cairn", text: "Nothing is due." });
});

test("a microphone that is refused, and one that is pulled out, are told", async () => {
  refusesMicrophone = true;
  await begin();
  expect(view).toMatchObject({ state: "deaf", fault: "Allow the microphone." });
  refusesMicrophone = false;
  await begin();
  hears.onFault(new SpeechError("The microphone is gone."), true);
  expect(view).toMatchObject({ state: "deaf", fault: "The microphone is gone." });
});

test("words that can't be written down are told, and it goes on listening", async () => {
  hears.onBegan(100);
  hears.onEnded(700);
  hears.onFault(new SpeechError("The server can't be reached."), false);
  expect(view).toMatchObject({ state: "listening", fault: "The server can't be reached." });
  await speak("Again");
  expect(view.fault).toBeNull();
});

test("a question that waits for the server keeps nobody from speaking", async () => {
  await speak("What is due?");
  const waiting = { id: answerId, text: "", state: "running", changesetId: null, fault: null } as const;
  session.follow(waiting, true);
  expect(view).toMatchObject({ state: "listening" });
  expect(view.fault).toContain("no connection");
  session.follow(waiting, false);
  expect(view).toMatchObject({ state: "thinking", fault: null });
});

test("muted, it says what it had begun, and hears nothing", async () => {
  session.mute(true);
  expect([view.state, calls]).toEqual(["muted", ["muted"]]);
  session.mute(false);
  expect(view.state).toBe("listening");
  session.end();
  expect([view.state, calls.at(-1)]).toEqual(["off", "closed"]);
});
