import { socketFuzz } from "./socket-fuzz.ts";
import type { Trial } from "./trial.ts";

/** Every trial, in the order of the table. */
export const TRIALS: Trial[] = [socketFuzz];
