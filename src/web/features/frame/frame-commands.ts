import { Download, LogOut, MonitorOff, Palette, PanelLeft, SunMoon } from "lucide-react";
import type { SignOut } from "../../lib/sign-out.ts";
import type { Action } from "../../lib/actions/action.ts";
import { openDialog } from "../../lib/actions/palette-store.ts";
import { install } from "../../lib/installed.ts";
import { installOffer } from "../../lib/install-offer.ts";
import { toggleSidebar } from "../../lib/sidebar-store.ts";
import { saveMode } from "../../lib/theme/choose-theme.ts";
import { modes, useTheme } from "../../lib/theme.ts";
import { toast } from "../../ui/toast-store.ts";

const MODE_TITLES = { dark: "Dark", light: "Light", system: "System" };

/** What surrounds the pages: sidebar, theme, the way out. */
export const frameCommands = (onSignOut: SignOut): Action[] => [
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
        run: () => void saveMode(mode),
      })),
    run: () => void saveMode(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  },
  {
    id: "theme.colours",
    title: "Colour themes...",
    group: "General",
    icon: Palette,
    keywords: "color preset gradient midnight emerald violet sunset black accent appearance",
    run: () => openDialog({ kind: "colour-themes" }),
  },
  {
    id: "app.install",
    title: "Install app",
    group: "General",
    icon: Download,
    keywords: "pwa home screen desktop offline",
    isAvailable: () => installOffer.event !== null,
    run: async () => void (await install()),
  },
  {
    id: "account.signOut",
    title: "Sign out",
    group: "General",
    icon: LogOut,
    keywords: "log out leave account",
    run: () => onSignOut(),
  },
  {
    id: "account.signOutHere",
    title: "Sign out only on this device",
    group: "General",
    icon: MonitorOff,
    keywords: "log out account",
    run: () => onSignOut(true),
  },
];
