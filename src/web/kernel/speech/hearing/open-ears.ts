import { BrowserEars } from "./browser-ears.ts";
import type { EarsPlace } from "./ears-place.ts";
import type { Ears } from "./ears.ts";
import { ModelEars } from "./model-ears.ts";
import { hearsOnDevice } from "./recognition.ts";

export const earsOf = async (place: EarsPlace): Promise<Ears> =>
  place === "model" ? new ModelEars() : new BrowserEars(await hearsOnDevice());
