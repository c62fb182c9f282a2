import { localVoice, sayByBrowser } from "../browser-voice.ts";
import type { Mouth, Utterance } from "./mouth.ts";

/** A voice of this device. */
export class BrowserMouth implements Mouth {
  private readonly voice: SpeechSynthesisVoice;

  constructor(voice: SpeechSynthesisVoice) {
    this.voice = voice;
  }

  prepare(text: string): Utterance {
    return {
      play: (signal, onSound) => {
        signal.throwIfAborted();
        onSound();
        return sayByBrowser(text, this.voice, signal);
      },
    };
  }

  stream(): null {
    return null;
  }

  close(): void {
    speechSynthesis.cancel();
  }
}

/** @returns null where this device has no voice of its own */
export async function browserMouth(): Promise<Mouth | null> {
  const voice = await localVoice();
  return voice && new BrowserMouth(voice);
}
