import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { remember } from "../features/palette/recent.ts";
import { SelectionBar } from "../features/selection/selection-bar.tsx";
import { titleOf } from "../features/notes/note-title.ts";
import { listenToKeys } from "../lib/actions/listen-to-keys.ts";
import type { Action } from "../lib/actions/action.ts";
import { keepComposingKeys } from "../lib/actions/composing-keys.ts";
import { useHere } from "../lib/actions/here.ts";
import { usePalette } from "../lib/actions/palette-store.ts";
import { useActions } from "../lib/actions/registry.ts";
import type { SignOut } from "../lib/sign-out.ts";
import { keepUndos } from "../ui/undo.ts";
import { ActionDialogs } from "./action-dialogs.tsx";
import { appActions } from "./app-actions.ts";
import { ContextMenu } from "./context-menu.tsx";
import { deviceRewrite } from "./device-rewrite.ts";
import { meantBy } from "./meant-by.ts";
import { useSyncedKeys } from "../features/shortcuts/use-synced-keys.ts";

const loadPalette = () => import("./palette-screen.tsx");
const loadMap = () => import("../features/shortcuts/key-map.tsx");
const PaletteScreen = lazy(() => loadPalette().then((module) => ({ default: module.PaletteScreen })));
const KeyMap = lazy(() => loadMap().then((module) => ({ default: module.KeyMap })));

/** Keys, palette, context menus and the dialogs of actions: fetched beside the page, after its first paint. */
export function AppKeys({ onSignOut }: { onSignOut: SignOut }) {
  useNavigation();
  useRegisteredActions(onSignOut);
  useSyncedKeys();
  useEffect(() => {
    // First: it takes keys from whatever listens after it.
    const stopKeeping = keepComposingKeys();
    const stop = listenToKeys(meantBy);
    const forgetUndos = keepUndos();
    // What a key may ask for is there before it is pressed.
    const timer = setTimeout(() => void Promise.all([loadPalette(), loadMap()]).catch(() => undefined), 1000);
    return () => {
      stop();
      stopKeeping();
      forgetUndos();
      clearTimeout(timer);
    };
  }, []);
  const { palette, isMapOpen } = usePalette();
  return (
    <>
      <ActionDialogs />
      <ContextMenu />
      <SelectionBar />
      <Suspense fallback={null}>
        {palette && <PaletteScreen opening={palette} />}
        {isMapOpen && <KeyMap onClose={() => usePalette.setState({ isMapOpen: false })} />}
      </Suspense>
    </>
  );
}

function useNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    useHere.setState({
      go: (href) => {
        const url = new URL(href, location.origin);
        deviceRewrite.output?.({ url });
        const place = url.pathname + url.search + url.hash;
        if (place !== router.state.location.href) router.history.push(place);
      },
    });
    return useHere.subscribe(({ open }, before) => {
      if (open && open.note.id !== before.open?.note.id)
        void remember({ kind: "note", id: open.note.id, title: titleOf(open.note) });
    });
  }, [router]);
}

/** The actions hold closures of this person; with them go what could be undone and what lay open. */
function useRegisteredActions(onSignOut: SignOut): void {
  useEffect(() => {
    let isGone = false;
    let letFocusGo = () => {};
    const register = (later: Action[]) => {
      useActions.setState({ actions: appActions(onSignOut, later) });
    };
    register([]);
    // Most pages have no text to look at and no windows over them.
    void Promise.all([
      import("../editor/view-commands.ts"),
      import("../features/floating/window-actions.ts"),
      import("./later-parts.ts"),
    ]).then(
      ([{ blockCommands, viewCommands }, { windowActions }, { laterCommands, keepFocus }]) => {
        if (isGone) return;
        letFocusGo = keepFocus();
        register([...laterCommands, ...blockCommands, ...viewCommands, ...windowActions]);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      letFocusGo();
    };
  }, [onSignOut]);
  useEffect(
    () => () => {
      useActions.setState({ actions: [] });
      usePalette.setState({ palette: null, isMapOpen: false });
    },
    [],
  );
}
