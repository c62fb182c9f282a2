import { RefreshCw } from "lucide-react";
import type { Action } from "../lib/actions/action.ts";
import { templateCommands } from "./template-commands.ts";
import { refreshNotes } from "./refresh-notes.ts";

/** Actions whose code comes beside the page. Refreshing is what pulling the list down does on a phone. */
export const laterCommands: Action[] = [
  ...templateCommands,
  {
    id: "notes.refresh",
    title: "Refresh notes",
    group: "General",
    icon: RefreshCw,
    keywords: "reload fetch update list sync",
    run: refreshNotes,
  },
];
export { keepFocus } from "../lib/keep-focus.ts";
