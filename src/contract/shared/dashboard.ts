/** Constants that browser and server share; without Zod, which the browser does not carry. */

/** The named places of a dashboard, row by row. */
export const PANELS = [
  "topLeft",
  "topRight",
  "middleLeft",
  "middleRight",
  "bottomLeft",
  "bottomRight",
] as const;
export type PanelName = (typeof PANELS)[number];

/** Widths of twelve columns: a quarter, a half, all of it. */
export const WIDGET_SIZES = ["S", "M", "L"] as const;
export type WidgetSize = (typeof WIDGET_SIZES)[number];

/** Screens that may have an arrangement of their own; without one they follow the desktop's. */
export const SMALL_SCREENS = ["tablet", "mobile"] as const;
export type SmallScreen = (typeof SMALL_SCREENS)[number];

/** More than anybody looks at on one page. */
export const MOST_WIDGETS = 60;
/** Dashboards of one account, those in the trash not counted. */
export const MOST_LAYOUTS = 30;

export const DEFAULT_LAYOUT = "Default Layout";
