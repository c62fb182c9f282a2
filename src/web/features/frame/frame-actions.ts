import { Download, ListChecks, Palette, PanelLeft, PanelRight, SunMoon } from "lucide-react";
import type { Action, ActionContext } from "../../kernel/actions/action.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { install } from "../../platform/device/installed.ts";
import { installOffer } from "../../platform/device/install-offer.ts";
import { toggleSidebar } from "../../kernel/workspace/sidebar-store.ts";
import { toggleSlot } from "../../kernel/workspace/slot.ts";
import { saveMode } from "../../kernel/theme/choose-theme.ts";
import { modes, useTheme } from "../../kernel/theme/theme.ts";
import { say } from "../../ui/state-line.ts";
import { t } from "../../lib/messages/t.ts";

const MODE_TITLES = { dark: t("Dark"), light: t("Light"), system: t("System") };

const hasSidebar = ({ path }: ActionContext) => !path.startsWith("/mobile/");

/** What surrounds the pages: sidebar, theme, the window. */
export const frameActions: Action[] = [
  {
    id: "sidebar.toggle",
    title: t("Toggle Sidebar"),
    group: "General",
    icon: PanelLeft,
    keywords: t("collapse expand navigation"),
    isAvailable: hasSidebar,
    run: () => {
      toggleSidebar();
      say(t("Sidebar toggled"));
    },
  },
  {
    id: "slot.toggle",
    title: t("Toggle Side Panel"),
    group: "General",
    icon: PanelRight,
    keywords: t("right info outline links comments notifications"),
    worksInEditor: true,
    run: toggleSlot,
  },
  {
    id: "sidebar.customize",
    title: t("Customize Sidebar..."),
    group: "General",
    icon: ListChecks,
    keywords: t("navigation hide pin order places"),
    isAvailable: hasSidebar,
    run: () => openDialog({ kind: "customize-sidebar" }),
  },
  {
    id: "theme.choose",
    title: t("Change Theme..."),
    group: "General",
    icon: SunMoon,
    keywords: t("dark light system appearance mode color"),
    choices: () =>
      modes.map((mode) => ({
        id: mode,
        title: MODE_TITLES[mode],
        isCurrent: useTheme.getState().mode === mode,
        run: () => void saveMode(mode),
      })),
    run: () => void saveMode(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  },
  {
    id: "theme.colours",
    title: t("Color Themes..."),
    group: "General",
    icon: Palette,
    keywords: t("color preset gradient midnight emerald violet sunset black accent appearance"),
    run: () => openDialog({ kind: "colour-themes" }),
  },
  {
    id: "app.install",
    title: t("Install App"),
    group: "General",
    icon: Download,
    keywords: t("pwa home screen desktop offline"),
    isAvailable: () => installOffer.event !== null,
    run: async () => void (await install()),
  },
];
