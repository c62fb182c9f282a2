import type { Layout, LayoutConfig } from "#contract/layouts.ts";
import { DEFAULT_LAYOUT } from "#contract/shared/dashboard.ts";
import { chooseFiles } from "../../lib/choose-files.ts";
import { t } from "../../lib/messages/t.ts";
import { downloadText } from "../../platform/device/download.ts";
import { toast } from "../../ui/toast-store.ts";
import { createLayout } from "./list-of-layouts.ts";
import { isObject, readConfig } from "./model/read-config.ts";

type LayoutFile = { cairnDashboard: 1; name: string; layout_config: LayoutConfig };

/** A dashboard as a file: which widgets stand where, with their settings, and nothing of what they show. */
export function downloadLayout({ name, config }: Layout): void {
  const file: LayoutFile = { cairnDashboard: 1, name, layout_config: config };
  downloadText(`${name}.dashboard.json`, JSON.stringify(file, null, 2), "application/json");
}

/** Asks for such a file and makes a dashboard of it; answers its id. */
export async function chooseLayoutFile(): Promise<string | null> {
  const [file] = await chooseFiles(".json");
  if (!file) return null;
  const read = readLayoutFile(await file.text());
  if (!read) {
    toast.error(t("This file is no dashboard that was exported from Cairn."));
    return null;
  }
  return createLayout(read.name, read.config);
}

/** With what this version reads of it; null for what is no such file at all. */
export function readLayoutFile(written: string): { name: string; config: LayoutConfig } | null {
  try {
    const { cairnDashboard, name, layout_config: config } = JSON.parse(written) as Partial<LayoutFile>;
    if (cairnDashboard !== 1 || !isObject(config)) return null;
    return {
      name: typeof name === "string" && name.trim() ? name.trim().slice(0, 100) : DEFAULT_LAYOUT,
      config: readConfig(config),
    };
  } catch {
    return null;
  }
}
