import { LayoutPanelTop, Settings2, Trash2 } from "lucide-react";
import type { Action } from "../../kernel/actions/action.ts";
import { t } from "../../lib/messages/t.ts";

const choices = () => import("./widget-choices.ts");

/** What the palette does with the widgets of a dashboard, wherever one is. */
export const widgetActions: readonly Action[] = [
  {
    id: "widget.add",
    title: t("Add Widget..."),
    group: "General",
    icon: LayoutPanelTop,
    keywords: t("dashboard component card"),
    choices: async (context) => (await choices()).addChoices(context),
    run: ({ go }) => go("/app/components"),
  },
  {
    id: "widget.remove",
    title: t("Remove Widget..."),
    group: "General",
    icon: Trash2,
    keywords: t("dashboard component card take off"),
    isUndoable: true,
    choices: async (context) => (await choices()).removeChoices(context),
    run: ({ go }) => go("/app/dashboard"),
  },
  {
    id: "widget.settings",
    title: t("Widget Settings..."),
    group: "General",
    icon: Settings2,
    keywords: t("dashboard component card configure"),
    choices: async (context) => (await choices()).configureChoices(context),
    run: ({ go }) => go("/app/dashboard"),
  },
];
