import { LogOut, MonitorOff, PanelLeft, SunMoon } from "lucide-react";
import type { Action } from "../../lib/actions/action.ts";
import { toggleSidebar } from "../../lib/sidebar-store.ts";
import { chooseMode, modes, useTheme } from "../../lib/theme.ts";
import { toast } from "../../ui/toast-store.ts";

const MODE_TITLES = { dark: "Dark", light: "Light", system: "System" };

/** What surrounds the pages: sidebar, theme, the way out. */
export const frameCommands = (onSignOut: () => Promise<void>): Action[] => [
  {
    id: "sidebar.toggle",
    title: "Toggle sidebar",
    group: "General",
    icon: PanelLeft,
    keywords: "collapse expand navigation",
    run: () => {
      toggleSidebar();
      toast.info("Sidebar toggled");
    },
  },
  {
    id: "theme.choose",
    title: "Change theme...",
    group: "General",
    icon: SunMoon,
    keywords: "dark light system appearance mode colour color",
    choices: () =>
      modes.map((mode) => ({
        id: mode,
        title: MODE_TITLES[mode],
        isCurrent: useTheme.getState().mode === mode,
        run: () => chooseMode(mode),
      })),
    run: () => chooseMode(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  },
  {
    id: "account.signOut",
    title: "Sign out",
    group: "General",
    icon: LogOut,
    keywords: "log out leave account",
    run: onSignOut,
  },
  {
    id: "account.signOutEverywhere",
    title: "Sign out everywhere",
    group: "General",
    icon: MonitorOff,
    keywords: "log out all devices sessions account",
    run: ({ go }) => go("/auth/logout"),
  },
];
