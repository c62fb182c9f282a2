import { type Recording, recordStream } from "../../../kernel/speech/recorder.ts";

/** The sound of a conversation, both sides of it, as it is heard. */
export class ConversationSound {
  private readonly context = new AudioContext();
  private readonly recording: Recording;

  constructor(streams: readonly (MediaStream | null)[]) {
    const mixed = this.context.createMediaStreamDestination();
    for (const stream of streams) if (stream) this.context.createMediaStreamSource(stream).connect(mixed);
    this.recording = recordStream(mixed.stream);
  }

  /** All of it so far; nothing more is recorded. */
  end(): Promise<Blob> {
    return this.recording.end().finally(() => void this.context.close());
  }
}
