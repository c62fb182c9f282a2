import { Downsampler } from "./sound-bytes.ts";
import { type Detected, VoiceDetector } from "./voice-detector.ts";

/** What the page tells the worklet. */
export type WorkletOrder =
  | { kind: "guard"; isGuarded: boolean }
  | { kind: "by-hand"; isByHand: boolean }
  | { kind: "hold" | "release" | "forget" | "finish" };
/** What the worklet tells the page; `age` is how many milliseconds ago speech began. */
export type WorkletNews =
  | Exclude<Detected, { kind: "began" }>
  | { kind: "began"; isHeld: boolean; age: number }
  | { kind: "level"; level: number }
  /** It was told to finish, and what was being said has been told. */
  | { kind: "finished" };

/** The names that a worklet has, which the types of pages don't know. */
declare const sampleRate: number;
declare const registerProcessor: (name: string, processor: unknown) => void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** The level is shown ten times a second. */
const LEVEL_EVERY = 0.1;

/** Listens beside the page, so that nothing the page does makes it miss a word. */
class Listener extends AudioWorkletProcessor {
  private readonly detector = new VoiceDetector();
  private readonly down = new Downsampler(sampleRate);
  private heard = 0;
  private told = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<WorkletOrder>) => this.obey(data);
  }

  private obey(order: WorkletOrder): void {
    if (order.kind === "guard") this.detector.isGuarded = order.isGuarded;
    else if (order.kind === "by-hand") this.detector.isByHand = order.isByHand;
    else if (order.kind === "release") this.detector.release();
    else if (order.kind === "forget") this.detector.forget();
    else if (order.kind === "hold") this.tell(this.detector.hold());
    else {
      this.tell(this.detector.finish());
      this.port.postMessage({ kind: "finished" } satisfies WorkletNews);
    }
  }

  private tell(detected: Detected | null): void {
    if (!detected) return;
    if (detected.kind === "began") {
      const age = Math.max(0, (this.heard - detected.at) / 16);
      this.port.postMessage({ kind: "began", isHeld: detected.isHeld, age } satisfies WorkletNews);
    } else this.port.postMessage(detected satisfies WorkletNews);
  }

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0];
    if (!samples) return true;
    const sound = this.down.push(samples);
    this.heard += sound.length;
    for (const detected of this.detector.push(sound)) this.tell(detected);
    this.told += samples.length / sampleRate;
    if (this.told >= LEVEL_EVERY) {
      this.told = 0;
      this.port.postMessage({ kind: "level", level: this.detector.level } satisfies WorkletNews);
    }
    return true;
  }
}

registerProcessor("cairn-listener", Listener);
