import type { LayoutConfig } from "#contract/layouts.ts";
import type { PanelName } from "#contract/shared/dashboard.ts";

const standing = (panels: Partial<Record<PanelName, string>>): LayoutConfig["components"] =>
  Object.fromEntries(
    Object.entries(panels).map(([panel, key]) => [panel, { component_key: key, enabled: true, props: {} }]),
  );

const free = (...widgets: [key: string, size: "S" | "M" | "L"][]): LayoutConfig["gridLayout"] => ({
  widgets: widgets.map(([key, size]) => ({ id: key, component_key: key, enabled: true, props: {}, size })),
  arrangements: {},
});

/** What a new account sees, and whoever has an empty config: the day, what to go on with, and what happened. */
export const BUILT_IN: LayoutConfig = {
  components: standing({
    topLeft: "task-list",
    topRight: "calendar-widget",
    middleLeft: "notes-summary",
    middleRight: "weather-widget",
    bottomLeft: "recent-activity",
    bottomRight: "quick-actions",
  }),
  panelSizes: {},
  gridLayout: { widgets: [], arrangements: {} },
};

/** What is shown as the built-in arrangement. */
export const UNCHANGED: LayoutConfig = {
  components: {},
  panelSizes: {},
  gridLayout: { widgets: [], arrangements: {} },
};

/** Nothing on it: one widget that is switched off keeps it from being taken for an unchanged one. */
export const BARE: LayoutConfig = {
  components: { topLeft: { component_key: "task-list", enabled: false, props: {} } },
  panelSizes: {},
  gridLayout: { widgets: [], arrangements: {} },
};

/** What a new dashboard can begin with, by id. */
export const STARTS = {
  writer: {
    components: standing({
      topLeft: "notes-summary",
      topRight: "writing-goal",
      middleLeft: "heatmap",
      middleRight: "recent-activity",
    }),
    panelSizes: {},
    gridLayout: free(["analytics-overview", "M"], ["random-note", "M"], ["countdown", "S"], ["clock", "S"]),
  },
  student: {
    components: standing({
      topLeft: "task-list",
      topRight: "calendar-widget",
      middleLeft: "countdown",
      middleRight: "notes-summary",
    }),
    panelSizes: {},
    gridLayout: free(["simple-calculator", "M"], ["bookmarks", "M"]),
  },
  lead: {
    components: standing({
      topLeft: "calendar-widget",
      topRight: "task-list",
      middleLeft: "recent-activity",
      middleRight: "quick-actions",
    }),
    panelSizes: {},
    gridLayout: free(["clock", "S"], ["activity-log", "M"], ["bookmarks", "M"]),
  },
  operator: {
    components: standing({
      topLeft: "system-status",
      topRight: "performance-cpu",
      middleLeft: "performance-memory",
      middleRight: "performance-storage",
    }),
    panelSizes: {},
    gridLayout: free(["performance-network", "M"], ["bookmarks", "M"], ["task-list", "M"]),
  },
} satisfies Record<string, LayoutConfig>;

const isEmpty = ({ components, gridLayout }: LayoutConfig) =>
  Object.keys(components).length === 0 && gridLayout.widgets.length === 0;

/** What a config shows; sizes that were chosen before anything was placed hold for the built-in one. What was taken off leaves its trace. */
export const shownConfig = (config: LayoutConfig): LayoutConfig =>
  isEmpty(config) ? { ...BUILT_IN, panelSizes: config.panelSizes } : config;
