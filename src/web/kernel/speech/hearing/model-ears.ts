import { t } from "../../../lib/messages/t.ts";
import { SpeechError, writeDown } from "../ask-speech.ts";
import { microphoneFault } from "../recorder.ts";
import type { EarEvents, Ears } from "./ears.ts";
import { wavOf } from "./sound-bytes.ts";
// oxlint-disable-next-line import/default -- Vite makes the address of the built worklet out of it
import workletPath from "./voice-worklet.ts?worker&url";
import type { WorkletNews, WorkletOrder } from "./voice-worklet.ts";

/** What a loudspeaker beside it says is taken out by the browser, as far as it can. */
const MICROPHONE = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

type Open = { stream: MediaStream; context: AudioContext; node: AudioWorkletNode };

/** Hears by a worklet of Cairn's own when somebody speaks, and has a model write that down. */
export class ModelEars implements Ears {
  readonly place = "model";
  private opened: Open | null = null;
  private leave = new AbortController();
  private isByHand = false;
  private isClosed = false;
  /** What is written down keeps the order in which it was said. */
  private last: Promise<void> = Promise.resolve();

  async open(events: EarEvents): Promise<void> {
    const stream = await navigator.mediaDevices
      .getUserMedia({ audio: MICROPHONE })
      .catch((error: unknown) => {
        throw microphoneFault(error);
      });
    if (this.isClosed) return stopTracks(stream);
    const context = new AudioContext();
    try {
      await context.audioWorklet.addModule(workletPath);
      await context.resume();
    } catch (error) {
      stopTracks(stream);
      void context.close();
      throw new SpeechError(t("This browser can't listen for speech. Try another one."), { cause: error });
    }
    if (this.isClosed) {
      void context.close();
      return stopTracks(stream);
    }
    const node = new AudioWorkletNode(context, "cairn-listener", { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }: MessageEvent<WorkletNews>) => this.hear(data, events);
    context.createMediaStreamSource(stream).connect(node);
    this.opened = { stream, context, node };
    this.setByHand(this.isByHand);
    for (const track of stream.getTracks())
      track.addEventListener("ended", () => {
        this.close();
        const words = t("The microphone was unplugged. Plug it in and start again.");
        events.onFault(new SpeechError(words), true);
      });
  }

  private hear(news: WorkletNews, events: EarEvents): void {
    if (news.kind === "level") events.onLevel(news.level);
    else if (news.kind === "began") events.onBegan(news.age);
    else if (news.kind === "nothing") {
      events.onEnded(0);
      events.onWords("");
    } else {
      events.onEnded(news.quietMs);
      const { signal } = this.leave;
      this.last = this.last.then(() => this.write(news.samples, events, signal));
    }
  }

  private async write(samples: Float32Array, events: EarEvents, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const words = await writeDown(wavOf(samples), signal);
      if (!signal.aborted) events.onWords(words.trim());
    } catch (error) {
      if (signal.aborted) return;
      const fault = error instanceof SpeechError ? error : new SpeechError(t("This didn't work. Try again."));
      events.onFault(fault, false);
    }
  }

  private order(order: WorkletOrder): void {
    this.opened?.node.port.postMessage(order);
  }

  setByHand(isByHand: boolean): void {
    this.isByHand = isByHand;
    this.order({ kind: "by-hand", isByHand });
  }

  hold(): void {
    this.order({ kind: "hold" });
  }

  release(): void {
    this.order({ kind: "release" });
  }

  guard(saying: string | null): void {
    this.order({ kind: "guard", isGuarded: saying !== null });
  }

  mute(isMuted: boolean): void {
    for (const track of this.opened?.stream.getTracks() ?? []) track.enabled = !isMuted;
    if (isMuted) this.order({ kind: "forget" });
  }

  forget(): void {
    this.leave.abort();
    this.leave = new AbortController();
    this.order({ kind: "forget" });
  }

  close(): void {
    this.isClosed = true;
    this.leave.abort();
    if (!this.opened) return;
    stopTracks(this.opened.stream);
    void this.opened.context.close();
    this.opened = null;
  }

  stream(): MediaStream | null {
    return this.opened?.stream ?? null;
  }
}

const stopTracks = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());
