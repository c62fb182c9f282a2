import { clsx } from "clsx";
import { RotateCcw, Star, Trash2 } from "lucide-react";
import { useRef, useState, type PointerEvent } from "react";
import { removeNote, restoreNote, toggleFavorite } from "../../../kernel/notes/note-mutations.ts";
import { NoteRow, type NoteRowProps } from "./note-row.tsx";
import { t } from "../../../lib/messages/t.ts";

/** From here on letting go does it. */
const THRESHOLD = 96;
const SLACK = 10;
/** The edges of the screen belong to the system's own gestures. */
const EDGE = 20;

type Side = "left" | "right";

/** What letting go would do; null where that side does nothing. */
function actionsOf(note: NoteRowProps["note"]) {
  if (note.trashedAt)
    return { left: null, right: { label: t("Restore"), icon: RotateCcw, run: () => void restoreNote(note) } };
  return {
    left: { label: t("Delete"), icon: Trash2, run: () => void removeNote(note) },
    right: {
      label: note.isFavorite ? t("Remove from Favorites") : t("Add to Favorites"),
      icon: Star,
      run: () => void toggleFavorite(note),
    },
  };
}

/**
 * A note's row that a finger moves aside: left deletes, right makes it a favourite; moved back before letting go,
 * nothing happens. Its menu offers the same. Up and down stay the browser's, which ends the swipe by pointercancel.
 */
export function SwipeRow(props: NoteRowProps) {
  const front = useRef<HTMLDivElement>(null);
  const start = useRef<{ x: number; y: number; isSwipe: boolean } | null>(null);
  const hasSwiped = useRef(false);
  const [shown, setShown] = useState<{ side: Side; isReady: boolean } | null>(null);
  const actions = actionsOf(props.note);

  const move = (distance: number, isHeld: boolean) => {
    const element = front.current;
    if (!element) return;
    element.style.transition = isHeld ? "none" : "";
    element.style.transform = distance === 0 ? "" : `translateX(${distance}px)`;
    const side = distance < 0 ? "left" : "right";
    const isReady = Math.abs(distance) >= THRESHOLD;
    setShown((before) => {
      if (distance === 0) return null;
      return before?.side === side && before.isReady === isReady ? before : { side, isReady };
    });
  };
  const handleDown = (event: PointerEvent) => {
    hasSwiped.current = false;
    const isAtEdge = event.clientX < EDGE || event.clientX > innerWidth - EDGE;
    const mayStart = event.pointerType === "touch" && event.isPrimary && !isAtEdge;
    start.current = mayStart ? { x: event.clientX, y: event.clientY, isSwipe: false } : null;
  };
  const handleMove = (event: PointerEvent) => {
    const begun = start.current;
    if (!begun) return;
    const along = event.clientX - begun.x;
    if (!begun.isSwipe) {
      if (Math.abs(event.clientY - begun.y) > SLACK) return void (start.current = null);
      if (Math.abs(along) < SLACK) return;
      begun.isSwipe = true;
      hasSwiped.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    const isPossible = actions[along < 0 ? "left" : "right"] !== null;
    move(isPossible ? along : along / 6, true);
  };
  const handleEnd = (event: PointerEvent) => {
    const begun = start.current;
    start.current = null;
    if (!begun?.isSwipe) return;
    const along = event.clientX - begun.x;
    move(0, false);
    const action = actions[along < 0 ? "left" : "right"];
    if (event.type === "pointerup" && action && Math.abs(along) >= THRESHOLD) action.run();
  };
  const action = shown && actions[shown.side];
  return (
    <div
      className="swipe-row relative overflow-hidden rounded-md"
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleEnd}
      onPointerCancel={handleEnd}
      onClickCapture={(event) => {
        if (!hasSwiped.current) return;
        // The finger was lifted over the row's link: that was no press.
        hasSwiped.current = false;
        event.preventDefault();
        event.stopPropagation();
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      {shown && action && (
        <div
          aria-hidden="true"
          className={clsx(
            "absolute inset-0 flex items-center gap-2 rounded-md px-5 text-sm font-medium",
            shown.side === "left" && "justify-end",
            shown.side === "left"
              ? shown.isReady
                ? "bg-danger-fill text-white"
                : "bg-danger-soft text-danger"
              : shown.isReady
                ? "bg-accent-fill text-on-accent"
                : "bg-accent-soft text-accent",
          )}
        >
          <action.icon size={18} /> {action.label}
        </div>
      )}
      <div ref={front} className="swipe-front relative rounded-md transition-transform">
        <NoteRow {...props} hasTimeBelow />
      </div>
    </div>
  );
}
