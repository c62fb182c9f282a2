import { beforeEach, expect, test, vi } from "vitest";
import { SpeechError, type SpeechSource } from "../../../kernel/speech/ask-speech.ts";
import type { EarEvents, Ears } from "../../../kernel/speech/hearing/ears.ts";
import { AsItComes } from "../../../kernel/speech/saying/as-it-comes.ts";
import type { Mouth } from "../../../kernel/speech/saying/mouth.ts";
import type { Proposed } from "./spoken-proposal.ts";
import { VoiceSession } from "./voice-session.ts";
import type { VoiceView } from "./voice-view.ts";

/** Ears and a mouth whose every sound the test decides: they stand in for models and browsers. */
let hears: EarEvents;
let said: { text: string; source: SpeechSource; end: () => void; fail: (error: Error) => void }[];
let calls: string[];
let view: VoiceView;
let session: VoiceSession;
let answerId: string;
let proposal: Proposed | null;
/** Until it is set free, nothing is known of what is proposed. */
let known: Promise<void>;
let keeps: boolean;
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
  waits: () => keeps,
  retry: () => calls.push("retried"),
  discard: () => calls.push("discarded"),
  close: () => calls.push("closed"),
  stream: () => null,
};
const mouth: Mouth = {
  prepare: (text, source) => ({
    play: (signal, onSound) =>
      new Promise((end, fail) => {
        signal.addEventListener("abort", () => fail(signal.reason as Error));
        said.push({ text, source, end, fail });
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
    proposalsOf: () => known.then(() => proposal),
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
  known = Promise.resolve();
  keeps = false;
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

async function asksForMilk(says = "I can do that for you.", more: Partial<Proposed> = {}): Promise<void> {
  proposal = { words: "New: Buy milk.", more: 0, isListed: true, ...more };
  await speak("Add milk");
  answer(says, true, { changesetId: "c1" });
  await settle();
}
async function proposes(): Promise<void> {
  await asksForMilk();
  await endSound();
  await settle();
}

test("what a model proposes is read out, and done after a clear yes alone", async () => {
  await proposes();
  expect(sounds().at(-1)).toBe("I would like to do this. New: Buy milk. Say yes to accept, or no.");
  // The model that speaks may read the answer, and what is named.
  expect(said.at(-1)!.source).toEqual({ messageId: answerId, changesetId: "c1" });
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

test("a microphone that is refused is told", async () => {
  refusesMicrophone = true;
  await begin();
  expect(view).toMatchObject({ state: "deaf", fault: "Allow the microphone." });
});

test("words that can't be written down are told, and it goes on listening", async () => {
  hears.onBegan(100);
  hears.onEnded(700);
  keeps = true;
  hears.onFault(new SpeechError("The server can't be reached."), false);
  expect(view).toMatchObject({ state: "listening", fault: "The server can't be reached.", isKept: true });
  session.retry();
  expect([view.state, view.isKept, calls.at(-1)]).toEqual(["writing", false, "retried"]);
  hears.onWords("After all");
  await settle();
  expect(calls.at(-1)).toBe("asked After all");
  // Who says it anew needs no other try.
  hears.onBegan(100);
  hears.onFault(new SpeechError("The server can't be reached."), false);
  await speak("Again");
  expect([view.fault, view.isKept, calls.includes("discarded")]).toEqual([null, false, true]);
});

test("what comes of an answer while somebody speaks into it is not said over them, and follows in its order", async () => {
  await speak("Tell me everything");
  answer("First of all there is this. Then there");
  hears.onBegan(120);
  answer("First of all there is this. Then there is that. And");
  expect(view).toMatchObject({ state: "hearing", saying: null });
  expect(sounds()).toEqual(["First of all there is this."]);
  hears.onEnded(700);
  answer("First of all there is this. Then there is that. And this is all.", true);
  expect(sounds()).toHaveLength(1);
  hears.onWords("");
  await settle();
  for (let count = 0; count < 3; count += 1) await endSound();
  expect(sounds().slice(1).join(" ")).toBe(
    "First of all there is this. Then there is that. And this is all.",
  );
  expect(view.state).toBe("listening");
});

test("what comes between two sentences of somebody is not said between them; they are one question", async () => {
  await speak("Tell me everything");
  hears.onBegan(100);
  hears.onEnded(700);
  hears.onBegan(100);
  hears.onWords("And what about");
  answer("First of all there is this. Then");
  await settle();
  expect([sounds(), view.state]).toEqual([[], "hearing"]);
  hears.onEnded(700);
  hears.onWords("the garden?");
  await settle();
  expect(calls.slice(1)).toEqual(["stopped", "asked And what about the garden?"]);
});

test("a yes accepts nothing that was cut off before its end: it is read out once more", async () => {
  await asksForMilk();
  // The read-out waits behind the answer, which is cut.
  expect(sounds()).toEqual(["I can do that for you."]);
  await speak("Wait");
  expect(sounds().at(-1)).toContain("New: Buy milk.");
  later();
  await speak("Yes.");
  expect(calls.filter((call) => call.startsWith("apply"))).toEqual([]);
});

test("what was cut by a cough is read out, and a yes to that counts", async () => {
  await proposes();
  await speak("");
  expect(sounds().at(-1)).toContain("New: Buy milk.");
  await endSound();
  later();
  await speak("Yes.");
  expect(calls.at(-1)).toBe("apply c1");
});

test("a no before it was heard of refuses nothing; a stop leaves it waiting in silence", async () => {
  await asksForMilk();
  await speak("No.");
  expect(sounds().at(-1)).toContain("New: Buy milk.");
  const count = sounds().length;
  await speak("Stop.");
  expect([sounds().length, view.asksFor, view.state]).toEqual([count, null, "listening"]);
  expect(view.lines.at(-1)!.text).toContain("I leave it waiting");
  expect(calls.filter((call) => /^(?:apply|refuse)/.test(call))).toEqual([]);
});

test("changes that nobody hears or sees all of are not asked about", async () => {
  await asksForMilk("Fine.", { more: 300, isListed: false });
  await endSound();
  expect(sounds().at(-1)).toContain("too many changes to accept by voice");
  expect(view.asksFor).toBeNull();
});

test("what may not be read aloud is said to be on the screen; what nobody hears of is left waiting", async () => {
  await proposes();
  const fails = async () => {
    said.at(-1)!.fail(new SpeechError("This model may not read it."));
    await settle();
  };
  await fails();
  expect(said.at(-1)).toMatchObject({ source: {}, text: expect.stringContaining("listed on the screen") });
  expect([view.fault, view.asksFor]).toEqual(["This model may not read it.", "c1"]);
  await fails();
  expect([view.asksFor, view.state]).toEqual([null, "listening"]);
  later();
  await speak("Yes.");
  expect(calls.at(-1)).toBe("asked Yes.");
});

test.each([
  ["ended", () => Promise.resolve(session.end()), "off"],
  ["asked something else", () => speak("And what is due?"), "thinking"],
])("what is proposed to who has %s waits in Chat", async (_, move, state) => {
  const free = Promise.withResolvers<void>();
  known = free.promise;
  await asksForMilk("");
  await move();
  free.resolve();
  await settle();
  expect([sounds(), view.state, view.asksFor]).toEqual([[], state, null]);
});

test("a microphone that is pulled out is told; answers that still come are shown, not said", async () => {
  await speak("Tell me everything");
  hears.onFault(new SpeechError("The microphone was unplugged."), true);
  answer("First of all there is this.", true);
  await settle();
  expect([sounds(), view.state, calls.at(-1)]).toEqual([[], "deaf", "closed"]);
  expect(view.fault).toBe("The microphone was unplugged.");
  expect(view.lines.at(-1)!.text).toBe("First of all there is this.");
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
