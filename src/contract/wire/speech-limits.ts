/** Of what is read aloud at once: a paragraph or a few. The page asks for a longer text part by part. */
export const SPEECH_TEXT_MAX = 4_000;

/** Of one recording: half an hour as browsers make them, five minutes of WAV. */
export const RECORDING_MAX_BYTES = 10_000_000;
