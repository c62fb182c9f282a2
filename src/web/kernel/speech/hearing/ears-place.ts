import { canRecord } from "../recorder.ts";
import { canBrowserHear } from "./recognition.ts";

/** Which models are set up for it. */
export type Tasks = { speechIn?: unknown; speechOut?: unknown } | undefined;
export type EarsPlace = "model" | "browser";

/** Who would write down what is said: the model that was chosen for it, else the browser, else nobody. */
export function earsPlace(tasks: Tasks): EarsPlace | null {
  if (tasks?.speechIn && canRecord()) return "model";
  return canBrowserHear() ? "browser" : null;
}
