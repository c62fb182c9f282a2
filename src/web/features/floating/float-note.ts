import { AppWindow } from "lucide-react";
import type { Action } from "../../kernel/actions/action.ts";
import { noteOf } from "../../kernel/actions/subject.ts";
import { useThisDevice } from "../../platform/device/device-kind.ts";
import { t } from "../../lib/messages/t.ts";

/** A phone has no room for windows. */
export const floatNote: Action = {
  id: "note.float",
  after: "note.newTab",
  title: t("Open in Floating Window"),
  group: "Note",
  icon: AppWindow,
  keywords: t("popup float side by side"),
  worksInEditor: true,
  isAvailable: (context) =>
    noteOf(context)?.trashedAt === null && !useThisDevice.getState().hasMobileViewport,
  run: async (context) => {
    const note = noteOf(context);
    if (!note) return;
    const { float } = await import("./floating-store.ts");
    float(note);
  },
};
