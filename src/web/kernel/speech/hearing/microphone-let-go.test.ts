import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { record } from "../recorder.ts";
import { ModelEars } from "./model-ears.ts";
import type { EarEvents } from "./ears.ts";
import type { WorkletNews, WorkletOrder } from "./voice-worklet.ts";

/** What browsers have and Node has not: a microphone, and the two ways to listen to it, each of which may throw. */
let tracks: { stop: () => void; isOn: boolean }[];
let throwing: string | null;
let tells: (news: WorkletNews) => void;
let orders: string[];
const may = (name: string) => {
  if (throwing === name) throw new DOMException("no", "NotSupportedError");
};

beforeEach(() => {
  tracks = [];
  orders = [];
  throwing = null;
  const stream = () => {
    const track = { isOn: true, stop: () => (track.isOn = false), addEventListener: () => {} };
    tracks.push(track);
    return { getTracks: () => [track] };
  };
  class Recorder {
    static isTypeSupported = () => true;
    state = "recording";
    mimeType = "audio/webm";
    onstop: (() => void) | null = null;
    constructor() {
      may("new MediaRecorder");
    }
    start = () => may("start");
    stop = () => this.onstop?.();
  }
  class Context {
    audioWorklet = { addModule: async () => may("addModule") };
    resume = async () => {};
    close = async () => {};
    createMediaStreamSource() {
      may("createMediaStreamSource");
      return { connect: () => {} };
    }
  }
  class Worklet {
    port = {
      onmessage: null as null | ((event: { data: WorkletNews }) => void),
      postMessage: ({ kind }: WorkletOrder) => {
        orders.push(kind);
        if (kind !== "finish") return;
        tells({ kind: "ended", samples: new Float32Array(16_000), quietMs: 0 });
        tells({ kind: "finished" });
      },
    };
    constructor() {
      may("new AudioWorkletNode");
      tells = (data) => this.port.onmessage?.({ data });
    }
  }
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: async () => stream() } });
  vi.stubGlobal("MediaRecorder", Recorder);
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("AudioWorkletNode", Worklet);
  vi.stubGlobal("__CAIRN_BUILD__", "test");
});
afterEach(() => vi.unstubAllGlobals());

const noEvents: EarEvents = {
  onBegan: () => {},
  onMeanwhile: () => {},
  onEnded: () => {},
  onWords: () => {},
  onLevel: () => {},
  onFault: () => {},
};
const isOn = () => tracks.map((track) => track.isOn);

test.each(["new MediaRecorder", "start"])(
  "a recorder that fails at %s lets the microphone go",
  async (name) => {
    throwing = name;
    await expect(record()).rejects.toThrow("This browser can't record sound.");
    expect(isOn()).toEqual([false]);
  },
);

test.each(["addModule", "new AudioWorkletNode", "createMediaStreamSource"])(
  "ears that fail at %s let the microphone go",
  async (name) => {
    throwing = name;
    await expect(new ModelEars().open(noEvents)).rejects.toThrow("This browser can't listen for speech.");
    expect(isOn()).toEqual([false]);
  },
);

test("what is recorded lets the microphone go at its end", async () => {
  const recording = await record();
  expect(isOn()).toEqual([true]);
  await recording.end();
  expect(isOn()).toEqual([false]);
});

test("the last words are written down after the microphone was let go; giving up writes nothing", async () => {
  const heard: string[] = [];
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answer.promise);
  const ears = new ModelEars();
  await ears.open({ ...noEvents, onWords: (words) => heard.push(words) });
  const finished = ears.finish();
  await new Promise((done) => void setTimeout(done));
  expect([isOn(), ears.waits(), heard]).toEqual([[false], true, []]);
  answer.resolve(Response.json({ text: "The last words." }));
  await finished;
  expect([heard, ears.waits()]).toEqual([["The last words."], false]);

  const others = new ModelEars();
  await others.open({ ...noEvents, onWords: (words) => heard.push(words) });
  others.close();
  expect(isOn()).toEqual([false, false]);
  expect(heard).toHaveLength(1);
});

test("words that could not be sent are kept, and sent when it is tried again", async () => {
  const heard: string[] = [];
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const ears = new ModelEars();
  await ears.open({
    ...noEvents,
    onWords: (words) => heard.push(words),
    onFault: ({ message }, isDeaf) => heard.push(`${message} ${isDeaf}`),
  });
  tells({ kind: "ended", samples: new Float32Array(16_000), quietMs: 700 });
  await expect.poll(() => heard).toEqual(["The server can't be reached. Try again in a moment. false"]);
  expect(ears.waits()).toBe(true);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ text: "Kept." })));
  ears.retry();
  await expect.poll(() => heard.at(-1)).toBe("Kept.");
  ears.close();
});
