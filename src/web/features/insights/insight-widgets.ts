import type { Widget } from "../../kernel/widgets/widget.ts";
import { widget as overview } from "./widgets/analytics-overview.tsx";
import { widget as heatmap } from "./widgets/heatmap.tsx";
import { widget as goal } from "./widgets/writing-goal.tsx";

/** All in one file, because the catalog comes with the page and every file that it names costs bytes there. */
export const widgets: Readonly<Record<string, Widget>> = {
  heatmap,
  "writing-goal": goal,
  "analytics-overview": overview,
};
