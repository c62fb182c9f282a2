import { Copy, Search } from "lucide-react";
import type { Action, ActionContext } from "../../kernel/actions/action.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { t } from "../../lib/messages/t.ts";

const hasSelection = ({ selection }: ActionContext) => selection !== null;

/** Longer searches find nothing more and are refused by the server. */
const LONGEST_SEARCH = 200;

/** What can be done with any selected text of a page. */
export const selectionActions: Action[] = [
  {
    id: "selection.copy",
    title: t("Copy"),
    group: "Selection",
    icon: Copy,
    isAvailable: hasSelection,
    run: ({ selection }) => copyText(selection?.text ?? "", t("Copied")),
  },
  {
    id: "selection.search",
    title: t("Search in Notes"),
    group: "Selection",
    icon: Search,
    keywords: t("find"),
    isAvailable: hasSelection,
    run: ({ selection, go }) => {
      const words = (selection?.text ?? "").replace(/\s+/g, " ").trim().slice(0, LONGEST_SEARCH);
      go(`/app/explorer?q=${encodeURIComponent(words)}`);
    },
  },
];
