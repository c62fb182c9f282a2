import { converge } from "./converge.ts";
import { kill } from "./kill.ts";
import { socketFuzz } from "./socket-fuzz.ts";
import { stop } from "./stop.ts";
import type { Trial } from "./trial.ts";

/** Every trial, in the order of the table. */
export const TRIALS: Trial[] = [converge, kill, stop, socketFuzz];
