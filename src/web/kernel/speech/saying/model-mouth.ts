import { t } from "../../../lib/messages/t.ts";
import { askForSound, SpeechError, type SpeechSource } from "../ask-speech.ts";
import type { Mouth, Utterance } from "./mouth.ts";

/** Plays by the clock of the sound itself, so that it is silent within milliseconds of being stopped. */
export class ModelMouth implements Mouth {
  private readonly context = new AudioContext();
  private readonly recorded = this.context.createMediaStreamDestination();

  prepare(text: string, source: SpeechSource, signal: AbortSignal): Utterance {
    const sound = askForSound(text, source, signal).then((blob) => this.decode(blob));
    // Looked at when its turn comes.
    sound.catch(() => {});
    return { play: async (leave, onSound) => this.play(await sound, leave, onSound) };
  }

  private async decode(blob: Blob): Promise<AudioBuffer> {
    try {
      return await this.context.decodeAudioData(await blob.arrayBuffer());
    } catch (error) {
      throw new SpeechError(t("This browser can't play the sound that came."), { cause: error });
    }
  }

  private async play(sound: AudioBuffer, signal: AbortSignal, onSound: () => void): Promise<void> {
    signal.throwIfAborted();
    await this.context.resume();
    signal.throwIfAborted();
    const player = this.context.createBufferSource();
    player.buffer = sound;
    player.connect(this.context.destination);
    player.connect(this.recorded);
    await new Promise<void>((done, refuse) => {
      const stop = () => {
        player.stop();
        player.disconnect();
        refuse(signal.reason as Error);
      };
      signal.addEventListener("abort", stop, { once: true });
      player.onended = () => {
        signal.removeEventListener("abort", stop);
        done();
      };
      player.start();
      onSound();
    });
  }

  stream(): MediaStream {
    return this.recorded.stream;
  }

  close(): void {
    void this.context.close();
  }
}
