import { Editor, type EditorOptions } from "@tiptap/core";
import {
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useSyncExternalStore,
  type DependencyList,
} from "react";
import { shallow } from "zustand/vanilla/shallow";

/** How long an editor whose page was begun may wait to be shown; React may never show what it began. */
const UNSEEN_MS = 1_000;

function holdEditor(options: Partial<EditorOptions>) {
  const editor = new Editor(options);
  let holders = 0;
  const sweep = (after: number) =>
    setTimeout(() => {
      if (holders === 0 && !editor.isDestroyed) editor.destroy();
    }, after);
  sweep(UNSEEN_MS);
  return {
    editor,
    hold: () => {
      holders += 1;
      return () => {
        holders -= 1;
        // Not at once: React takes effects back and runs them again in development.
        sweep(0);
      };
    },
  };
}

/**
 * An editor for as long as its component is on the page, made anew when one of `deps` changes. It is there from the first
 * drawing on, so that its text is in the first paint. Tiptap's own hooks bring what draws nodes with React, and
 * comparisons of any two values: 5 KB of the editor that nothing here uses.
 */
export function useEditor(options: Partial<EditorOptions>, deps: DependencyList): Editor {
  const [generation, renew] = useReducer((count: number) => count + 1, 0);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `deps` are the caller's
  const held = useMemo(() => holdEditor(options), [...deps, generation]);
  useEffect(() => {
    if (!held.editor.isDestroyed) return held.hold();
    renew();
    return undefined;
  }, [held]);
  return held.editor;
}

/** What a component shows of an editor; drawn again when a value of it changes, and not at each key. */
export function useEditorState<State extends object>(
  editor: Editor,
  select: (editor: Editor) => State,
): State {
  const last = useRef<State>(null);
  const subscribe = useCallback(
    (onChange: () => void) => {
      editor.on("transaction", onChange);
      return () => void editor.off("transaction", onChange);
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => {
    const state = select(editor);
    return last.current && shallow(last.current, state) ? last.current : (last.current = state);
  });
}
