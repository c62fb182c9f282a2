import { useRouter, useRouterState } from "@tanstack/react-router";
import {
  Maximize2,
  MessageSquare,
  ChartLine,
  ChevronDown,
  LayoutDashboard,
  Minimize2,
  Minus,
  NotebookText,
  PanelTopOpen,
  Settings,
  X,
} from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useIsStandalone } from "../../platform/device/installed.ts";
import { PRODUCT } from "../../lib/product.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CairnMark } from "../../ui/cairn-mark.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { t } from "../../lib/messages/t.ts";

const PLACES = [
  { href: "/app/dashboard", label: t("Dashboard"), icon: LayoutDashboard },
  { href: "/app/notes", label: t("Notes"), icon: NotebookText },
  { href: "/app/chat", label: t("AI Chat"), icon: MessageSquare },
  { href: "/app/analytics", label: t("Analytics"), icon: ChartLine },
  { href: "/app/settings", label: t("Settings"), icon: Settings },
];

/** What is not called as its address is. */
const OTHER_TITLES: Record<string, string> = {
  apm: t("Performance"),
  seo: "SEO",
  drive: t("Google Drive"),
  capture: t("Quick Capture"),
};

/** "/app/voice-chat/…" is "Voice Chat". */
export function titleOfPath(path: string): string {
  const word = path.split("/")[2] ?? "";
  const known = PLACES.find(({ href }) => href === `/app/${word}`);
  if (known) return known.label;
  if (OTHER_TITLES[word]) return OTHER_TITLES[word];
  return word
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}

/** The window's own frame, drawn by the page: always where the browser leaves its place to us, else where it is chosen. */
export function TitleBar() {
  const [isThin, setIsThin] = useState(false);
  const title = useRouterState({ select: ({ location }) => titleOfPath(location.pathname) });
  const isInstalled = useIsStandalone();
  if (isThin)
    return (
      <div
        data-frame=""
        className="title-bar flex h-3 items-center justify-center border-b border-line bg-panel"
      >
        <button
          type="button"
          aria-label={t("Restore the title bar")}
          className="tap grid h-3 w-16 place-items-center text-muted hover:bg-hover hover:text-ink"
          onClick={() => setIsThin(false)}
        >
          <PanelTopOpen size={10} aria-hidden="true" />
        </button>
      </div>
    );
  return (
    <header
      data-frame=""
      aria-label={t("Title bar")}
      className="title-bar flex h-9 items-center gap-2 border-b border-line bg-panel px-2 text-sm"
    >
      <AppMenu />
      <p className="min-w-0 flex-1 truncate text-center font-medium">{title}</p>
      {isInstalled && (
        <span className="rounded bg-accent-soft px-1.5 py-0.5 text-xs font-medium text-accent">
          {t("PWA")}
        </span>
      )}
      <WindowButtons onMinimize={() => setIsThin(true)} />
    </header>
  );
}

function AppMenu() {
  const router = useRouter();
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t("{product} menu", { product: PRODUCT })}
          className="tap flex h-7 items-center gap-1.5 rounded-md px-2 text-muted hover:bg-hover hover:text-ink"
        >
          <CairnMark size={16} /> <span className="max-sm:hidden">{PRODUCT}</span>
          <ChevronDown size={13} aria-hidden="true" />
        </button>
      }
    >
      {PLACES.map(({ href, label, icon: Icon }) => (
        <MenuItem key={href} icon={<Icon size={15} />} onSelect={() => router.history.push(href)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

const onFullscreen = (listener: () => void) => {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
};

function WindowButtons({ onMinimize }: { onMinimize: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const isFull = useSyncExternalStore(onFullscreen, () => document.fullscreenElement !== null);
  const toggleFull = () =>
    void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
      () => undefined,
    );
  return (
    <>
      <IconButton label={t("Minimize")} onClick={onMinimize}>
        <Minus size={14} />
      </IconButton>
      {document.fullscreenEnabled && (
        <IconButton label={isFull ? t("Restore") : t("Maximize")} onClick={toggleFull}>
          {isFull ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
        </IconButton>
      )}
      <IconButton label={t("Close")} onClick={() => setIsAsking(true)}>
        <X size={15} />
      </IconButton>
      <Dialog
        title={t("Close {product} AI?", { product: PRODUCT })}
        description={t("What you wrote is saved.")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <DialogActions>
          <Button onClick={() => setIsAsking(false)}>{t("Cancel")}</Button>
          <Button look="primary" onClick={closeWindow}>
            {t("Close")}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** Browsers close only windows that a script or an app opened; from any other we leave the app. */
function closeWindow(): void {
  window.close();
  setTimeout(() => location.assign("/"), 300);
}
