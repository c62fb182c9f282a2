import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { WidgetSize } from "#contract/shared/dashboard.ts";
import type { Fields, SettingsOf } from "./settings.ts";

export type WidgetProps<Settings = Record<string, unknown>> = {
  size: WidgetSize;
  settings: Settings;
  /** Keeps some of its settings, such as a place that was chosen on the card itself. */
  onChange: (change: Partial<Settings>) => void;
  /** The form of all of them. */
  openSettings: () => void;
};

/** What a widget's file exports: what is drawn on its card, without the card. */
export type Widget<Given extends Fields = Fields> = {
  View: ComponentType<WidgetProps<SettingsOf<Given>>>;
  /** The same on sample values, without a call, for the library. */
  Preview: ComponentType<{ size: WidgetSize }>;
  fields?: Given;
  /** What its card is called where that depends on what it shows; else it has the catalog's name. */
  Title?: ComponentType<{ settings: SettingsOf<Given> }>;
  /** Whether what it shows is nobody's own. */
  isSample?: (settings: SettingsOf<Given>) => boolean;
  /** At the end of the card's head. */
  link?: { to: string; words: string };
};

/** Checks that the view fits the fields; the dashboard hands over what `readSettings` made of them. */
export const defineWidget = <Given extends Fields>(widget: Widget<Given>): Widget =>
  widget as unknown as Widget;

/** A line of the catalog. */
export type CatalogEntry = {
  id: string;
  name: string;
  description: string;
  category: Category;
  icon: LucideIcon;
  /** What is added when no member is chosen. */
  componentKey: string;
  tags: readonly string[];
  size: WidgetSize;
  /** Keys of one family, each with its name: the card shows one of them. */
  members?: Readonly<Record<string, string>>;
} & (
  | {
      /** The widget of a key of this entry. */
      load: (key: string) => Promise<Widget>;
      isEveryday?: never;
    }
  // A new dashboard shows it, so it comes with the page.
  | { load: (key: string) => Widget; isEveryday: true }
);

export const CATEGORIES = [
  "Analytics",
  "Actions",
  "Activity",
  "Time",
  "Content",
  "System",
  "Productivity",
  "Info",
  "Social",
  "Projects",
  "Tools",
] as const;
export type Category = (typeof CATEGORIES)[number];
