import type { PanelName } from "#contract/shared/dashboard.ts";

/** The rows of panels, each with its two and the name that its height is kept under. */
export const SECTIONS = [
  { key: "topSection", panels: ["topLeft", "topRight"] },
  { key: "middleSection", panels: ["middleLeft", "middleRight"] },
  { key: "bottomSection", panels: ["bottomLeft", "bottomRight"] },
] as const satisfies readonly { key: string; panels: readonly [PanelName, PanelName] }[];

/** Percent that sections and columns begin with, and their bounds. */
export const SECTION_SIZE = { initial: 25, min: 14, max: 60 };
export const COLUMN_SIZE = { initial: 50, min: 20, max: 80 };

/** A dashboard is a column of this many pixels to a percent, whatever the window's height: 25 are four rows of a list and their head. */
export const PX_PER_PERCENT = 12.8;
