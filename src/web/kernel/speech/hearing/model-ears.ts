import { t } from "../../../lib/messages/t.ts";
import { SpeechError, writeDown } from "../ask-speech.ts";
import { microphoneFault } from "../recorder.ts";
import type { EarEvents, Ears } from "./ears.ts";
import { wavOf } from "./sound-bytes.ts";
import { WritingQueue } from "./writing-queue.ts";
// oxlint-disable-next-line import/default -- Vite makes the address of the built worklet out of it
import workletPath from "./voice-worklet.ts?worker&url";
import type { WorkletNews, WorkletOrder } from "./voice-worklet.ts";

/** What a loudspeaker beside it says is taken out by the browser, as far as it can. */
const MICROPHONE = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** The worklet answers within a few milliseconds, unless its context was taken away. */
const FLUSHED_WITHIN_MS = 500;

type Open = { stream: MediaStream; context: AudioContext; node: AudioWorkletNode };

/** Hears by a worklet of Cairn's own when somebody speaks, and has a model write that down. */
export class ModelEars implements Ears {
  readonly place = "model";
  private opened: Open | null = null;
  private isByHand = false;
  private isClosed = false;
  private queue: WritingQueue | null = null;
  /** Somebody waits for what the worklet holds. */
  private onFlushed: () => void = () => {};

  async open(events: EarEvents): Promise<void> {
    const stream = await navigator.mediaDevices
      .getUserMedia({ audio: MICROPHONE })
      .catch((error: unknown) => {
        throw microphoneFault(error);
      });
    if (this.isClosed) return stopTracks(stream);
    try {
      await this.listen(stream, events);
    } catch (error) {
      stopTracks(stream);
      throw new SpeechError(t("This browser can't listen for speech. Try another one."), { cause: error });
    }
  }

  private async listen(stream: MediaStream, events: EarEvents): Promise<void> {
    const context = new AudioContext();
    try {
      await context.audioWorklet.addModule(workletPath);
      await context.resume();
      const node = new AudioWorkletNode(context, "cairn-listener", { numberOfOutputs: 0 });
      context.createMediaStreamSource(stream).connect(node);
      node.port.onmessage = ({ data }: MessageEvent<WorkletNews>) => this.hear(data, events);
      this.opened = { stream, context, node };
    } catch (error) {
      void context.close();
      throw error;
    }
    if (this.isClosed) return this.letGo();
    this.queue = new WritingQueue(writeDown, {
      onWords: (words) => events.onWords(words),
      onFault: (fault) => events.onFault(fault, false),
    });
    this.setByHand(this.isByHand);
    for (const track of stream.getTracks())
      track.addEventListener("ended", () => {
        const words = t("The microphone was unplugged. Plug it in and start again.");
        events.onFault(new SpeechError(words), true);
      });
  }

  private hear(news: WorkletNews, events: EarEvents): void {
    if (news.kind === "level") events.onLevel(news.level);
    else if (news.kind === "began") events.onBegan(news.age);
    else if (news.kind === "finished") this.onFlushed();
    else if (news.kind === "nothing") {
      events.onEnded(0);
      events.onWords("");
    } else {
      events.onEnded(news.quietMs);
      this.queue?.push(wavOf(news.samples));
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
    this.queue?.forget();
    this.order({ kind: "forget" });
  }

  async finish(): Promise<void> {
    this.isClosed = true;
    if (this.opened) {
      await this.flush();
      this.letGo();
    }
    await this.queue?.settled();
  }

  /** What the worklet holds of somebody who speaks right now. */
  private flush(): Promise<void> {
    return new Promise((done) => {
      this.onFlushed = done;
      setTimeout(done, FLUSHED_WITHIN_MS);
      this.order({ kind: "finish" });
    });
  }

  waits(): boolean {
    return this.queue?.isWaiting ?? false;
  }

  retry(): void {
    this.queue?.retry();
  }

  discard(): void {
    this.queue?.discard();
  }

  close(): void {
    this.isClosed = true;
    this.queue?.forget();
    this.letGo();
  }

  private letGo(): void {
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
