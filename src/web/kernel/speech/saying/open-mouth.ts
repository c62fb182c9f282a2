import type { Tasks } from "../hearing/ears-place.ts";
import { browserMouth } from "./browser-mouth.ts";
import { ModelMouth } from "./model-mouth.ts";
import type { Mouth } from "./mouth.ts";

/** Who speaks: the model that was chosen for it, else a voice of this device, else nobody. */
export const mouthOf = async (tasks: Tasks): Promise<Mouth | null> =>
  tasks?.speechOut ? new ModelMouth() : browserMouth();
