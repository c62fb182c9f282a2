/** Speech needs no more. */
const BITS_A_SECOND = 32_000;
const TYPES = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];

/** The sound of a conversation, both sides of it, as it is heard. */
export class ConversationSound {
  private readonly context = new AudioContext();
  private readonly recorder: MediaRecorder;
  private readonly pieces: Blob[] = [];

  constructor(streams: readonly (MediaStream | null)[]) {
    const mixed = this.context.createMediaStreamDestination();
    for (const stream of streams) if (stream) this.context.createMediaStreamSource(stream).connect(mixed);
    const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one));
    this.recorder = new MediaRecorder(mixed.stream, {
      audioBitsPerSecond: BITS_A_SECOND,
      ...(type && { mimeType: type }),
    });
    this.recorder.ondataavailable = ({ data }) => void this.pieces.push(data);
    this.recorder.start(1_000);
  }

  /** All of it so far; nothing more is recorded. */
  end(): Promise<Blob> {
    return new Promise((done) => {
      const finish = () => {
        void this.context.close();
        done(new Blob(this.pieces, { type: this.recorder.mimeType.split(";")[0] ?? "" }));
      };
      if (this.recorder.state === "inactive") return finish();
      this.recorder.onstop = finish;
      this.recorder.stop();
    });
  }
}
