import type { ComponentType } from "react";

export const TAB_IDS = [
  "profile",
  "account",
  "appearance",
  "notifications",
  "storage",
  "data",
  "models",
  "shortcuts",
] as const;
export type TabId = (typeof TAB_IDS)[number];

/** How a setting stands to its default; a setting without one has no Reset. */
export type DefaultState = { isDefault: boolean; reset: () => Promise<unknown> };

/** One thing that can be set. */
export type Setting = {
  /** Stands in the address as the hash, and never changes. */
  id: string;
  label: string;
  help?: string;
  /** Words people look for it by, beside those of label and help. */
  keywords: string;
  Control: ComponentType;
  /** A hook: where it stands now and how it goes back to its default. */
  useDefault?: () => DefaultState;
  /** The control takes the whole width, below the label. */
  isWide?: boolean;
};

/** The setting of a feature, and the tab it stands in. */
export type SettingOfTab = Setting & { tab: TabId };

export type SettingsTab = {
  id: TabId;
  label: string;
  icon: ComponentType<{ size?: number }>;
  settings: Setting[];
};
