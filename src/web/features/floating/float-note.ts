import { AppWindow } from "lucide-react";
import type { Action } from "../../lib/actions/action.ts";
import { useThisDevice } from "../../lib/this-device.ts";

/** A phone has no room for windows: there the note itself opens. */
export const floatNote: Action = {
  id: "note.float",
  title: "Open in floating window",
  group: "Note",
  icon: AppWindow,
  keywords: "popup float side by side",
  worksInEditor: true,
  isAvailable: ({ note }) => note !== null && note.trashedAt === null,
  run: async ({ note, go }) => {
    if (!note) return;
    if (useThisDevice.getState().hasMobileViewport) return go(`/app/editor/${note.id}`);
    const { float } = await import("./floating-store.ts");
    float(note);
  },
};
