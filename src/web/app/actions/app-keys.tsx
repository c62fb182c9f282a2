import { AwaitPart, lazyPart } from "../../ui/deferred.tsx";
import type { Note } from "#contract/notes.ts";
import { useEffect } from "react";
import { remember } from "../../features/palette/recent.ts";
import { SelectionBar } from "../../features/selection/selection-bar.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { addKeys } from "../../kernel/actions/key-store.ts";
import { LATER_KEYS } from "../../kernel/actions/later-keys.ts";
import { listenToKeys } from "../../kernel/actions/listen-to-keys.ts";
import type { Action } from "../../kernel/actions/action.ts";
import { keepComposingKeys } from "../../kernel/actions/composing-keys.ts";
import { useFindFacets } from "../../kernel/use-found.ts";
import { useCaptures } from "../../kernel/captures.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { usePalette } from "../../kernel/actions/palette-store.ts";
import { useActions } from "../../kernel/actions/registry.ts";
import type { SignOut } from "../../kernel/account/sign-out.ts";
import { inOrder } from "../../kernel/actions/in-order.ts";
import { watchFocusForBack } from "../../lib/focus-after-back.ts";
import { keepFocus } from "../../lib/keep-focus.ts";
import { signOutActions } from "../../features/accounts/sign-out-actions.ts";
import { forgetFailed } from "../../kernel/failed-changes.ts";
import { forgetUndos } from "../../kernel/undo.ts";
import { ActionDialogs } from "./action-dialogs.tsx";
import { widgetActions } from "../dashboard/widget-actions.ts";
import { manifests } from "../manifests.ts";
import { useBackCloses } from "./back-closes.ts";
import { ContextMenu } from "./context-menu.tsx";
import { subjectAt } from "./subject-at.ts";
import { t } from "../../lib/messages/t.ts";
import { useSyncedKeys } from "../../features/shortcuts/use-synced-keys.ts";

addKeys(LATER_KEYS);

const loadPalette = () => import("./palette-screen.tsx");
const loadMap = () => import("../../features/shortcuts/key-map.tsx");
const PaletteScreen = lazyPart(async () => (await loadPalette()).PaletteScreen);
const KeyMap = lazyPart(async () => (await loadMap()).KeyMap);

const closeMap = () => usePalette.setState({ isMapOpen: false });

/** Keys, palette, context menus and the dialogs of actions: fetched beside the page, after its first paint. */
export function AppKeys({ onSignOut }: { onSignOut: SignOut }) {
  useRememberedNotes();
  useRegisteredActions(onSignOut);
  useSyncedKeys();
  useEffect(() => {
    // First: it takes keys from whatever listens after it.
    const stopKeeping = keepComposingKeys();
    const stop = listenToKeys(subjectAt);
    const letFocusGo = keepFocus();
    const forgetLinks = watchFocusForBack();
    // What a key may ask for is there before it is pressed.
    const timer = setTimeout(() => void Promise.all([loadPalette(), loadMap()]).catch(() => undefined), 1000);
    return () => {
      stop();
      stopKeeping();
      forgetUndos();
      forgetFailed();
      letFocusGo();
      forgetLinks();
      clearTimeout(timer);
    };
  }, []);
  const { palette, isMapOpen } = usePalette();
  useBackCloses(isMapOpen, closeMap);
  return (
    <>
      <ActionDialogs />
      <ContextMenu />
      <SelectionBar />
      {manifests.map(({ everywhere: Part }, index) => Part && <Part key={index} />)}
      <AwaitPart fallback={palette && <EarlyWords />}>
        {palette && <PaletteScreen opening={palette} />}
        {isMapOpen && <KeyMap onClose={closeMap} />}
      </AwaitPart>
    </>
  );
}

/** Takes what is typed while the palette's code is on its way: it would be lost, or press keys of the page. */
function EarlyWords() {
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the palette that was asked for has the focus
      autoFocus
      aria-label={t("Command palette")}
      className="sr-only fixed top-0"
      onInput={(event) => usePalette.setState({ typed: event.currentTarget.value, isEntered: false })}
      onKeyDown={(event) => {
        if (event.key === "Escape") usePalette.setState({ palette: null });
        if (event.key === "Enter" && !event.nativeEvent.isComposing) usePalette.setState({ isEntered: true });
      }}
    />
  );
}

function useRememberedNotes(): void {
  useEffect(() => {
    const rememberOpen = ({ open }: { open: { note: Note } | null }) => {
      if (open) void remember({ kind: "note", id: open.note.id, title: titleOf(open.note) });
    };
    // A page that begins with a note has told so before this is listening.
    rememberOpen(useActionContext.getState());
    return useActionContext.subscribe((now, before) => {
      if (now.open?.note.id !== before.open?.note.id) rememberOpen(now);
    });
  }, []);
}

/** The actions hold closures of this person; with them go what could be undone and what lay open. */
function useRegisteredActions(onSignOut: SignOut): void {
  useEffect(() => {
    let isGone = false;
    const register = (later: Action[]) => {
      const all = [
        ...manifests.flatMap(({ actions = [] }) => actions),
        ...widgetActions,
        ...signOutActions(onSignOut),
        ...later,
      ];
      useActions.setState({ actions: inOrder(all) });
    };
    const complete = () => useActions.setState({ areComplete: true });
    register([]);
    useCaptures.setState({ captures: manifests.flatMap(({ capture = [] }) => capture) });
    void Promise.all(manifests.map(async ({ laterActions }) => (await laterActions?.()) ?? [])).then(
      (later) => {
        if (isGone) return;
        register(later.flat());
        complete();
      },
      () => isGone || complete(),
    );
    void Promise.all(manifests.map(async ({ finds }) => (await finds?.()) ?? [])).then(
      (facets) => isGone || useFindFacets.setState({ facets: facets.flat() }),
      // Notes are searched all the same.
      () => undefined,
    );
    return () => void (isGone = true);
  }, [onSignOut]);
  useEffect(
    () => () => {
      useActions.setState({ actions: [], areComplete: false });
      usePalette.setState({ palette: null, isMapOpen: false });
    },
    [],
  );
}
