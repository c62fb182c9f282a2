/** Constants that browser and server share; without Zod, which the browser does not carry. */

/** How long an edit mode lasts after it was last switched on. */
export const EDIT_MODE_MS = 60 * 60_000;

/** The steps of the tour in their order; the last belongs to the settings page, the others to the dashboard. */
export const TOUR_STEPS = [
  "welcome",
  "dashboard",
  "sidebar",
  "create-note",
  "notes-list",
  "settings",
] as const;

export const THEME_CLASSES = ["default", "midnight", "emerald", "violet", "sunset", "pure-black"] as const;
export const PRESETS = [
  "ocean-breeze",
  "sunset-glow",
  "forest-green",
  "royal-purple",
  "monochrome",
  "neon-dreams",
] as const;
export const GRADIENTS = ["aurora", "fire", "ocean", "space"] as const;
