import type { Setting } from "../setting.ts";

/** Filled by the registry of actions. */
export const shortcutSettings: Setting[] = [];
