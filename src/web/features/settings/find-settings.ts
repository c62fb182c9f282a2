import type { Setting, SettingsTab } from "../../kernel/settings/setting.ts";

export type Found = { tab: SettingsTab; setting: Setting };

/** Settings that have every word of the query somewhere in label, help, keywords or tab; those named so come first. */
export function findSettings(tabs: SettingsTab[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const all = tabs.flatMap((tab) => tab.settings.map((setting) => ({ tab, setting })));
  const isNamed = ({ setting }: Found) => words.every((word) => setting.label.toLowerCase().includes(word));
  const found = all.filter(({ tab, setting }) => {
    const text = `${setting.label} ${setting.help ?? ""} ${setting.keywords} ${tab.label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))];
}
