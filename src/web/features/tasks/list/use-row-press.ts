import { useRef, type MouseEvent, type PointerEvent } from "react";
import type { Task } from "#contract/tasks.ts";
import { extended, toggled } from "../../../lib/selection.ts";
import { selectTasks, useTaskSelection } from "./task-selection.ts";
import { idOfRow } from "./use-list-keys.ts";

const LONG_PRESS_MS = 450;
const SLACK = 10;

const isOfBar = (event: { target: EventTarget }) =>
  (event.target as Element).closest("[role=toolbar], [role=menu], [role=dialog]") !== null;

/** Ctrl and Shift with a press select, a long press by finger too; while some are selected a finger selects more. */
export function useRowPress(tasks: readonly Task[]) {
  const select = (id: string, isRange: boolean) => {
    const { selection } = useTaskSelection.getState();
    const ids = tasks.map((task) => task.id);
    selectTasks(isRange ? extended(selection, ids, id) : toggled(selection, id));
  };
  const { handlers, isFinger, takeSelected } = useLongPress((id) => select(id, false));
  return {
    ...handlers,
    // With Shift a press selects tasks and no text.
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey && idOfRow(event.target)) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const id = idOfRow(event.target);
      if (!id || isOfBar(event)) return;
      // The click that ends a long press.
      const isSwallowed = takeSelected();
      const isSelecting = useTaskSelection.getState().selection.ids.size > 0;
      const isOnMenu = (event.target as Element).closest("[aria-haspopup]") !== null;
      const isByFinger = isFinger() && isSelecting && !isOnMenu;
      if (!isSwallowed && !isByFinger && !event.ctrlKey && !event.metaKey && !event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isSwallowed) select(id, event.shiftKey);
    },
  };
}

function useLongPress(onSelect: (id: string) => void) {
  const begun = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const isFinger = useRef(false);
  const hasSelected = useRef(false);
  const end = () => {
    clearTimeout(begun.current?.timer);
    begun.current = null;
  };
  const handlers = {
    onPointerDownCapture: (event: PointerEvent) => {
      end();
      isFinger.current = event.pointerType === "touch";
      hasSelected.current = false;
      const id = idOfRow(event.target);
      if (!id || !isFinger.current || isOfBar(event)) return;
      const timer = setTimeout(() => {
        begun.current = null;
        hasSelected.current = true;
        onSelect(id);
      }, LONG_PRESS_MS);
      begun.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMoveCapture: (event: PointerEvent) => {
      const at = begun.current;
      if (at && Math.hypot(event.clientX - at.x, event.clientY - at.y) > SLACK) end();
    },
    onPointerUpCapture: end,
    onPointerCancelCapture: end,
    onContextMenuCapture: (event: MouseEvent) => {
      if (isFinger.current && idOfRow(event.target)) event.preventDefault();
    },
  };
  const takeSelected = () => {
    const has = hasSelected.current;
    hasSelected.current = false;
    return has;
  };
  return { handlers, isFinger: () => isFinger.current, takeSelected };
}
