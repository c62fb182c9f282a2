import { MoveVertical } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from "react";
import { BANNER_HEIGHT } from "#contract/shared/banner.ts";
import { t } from "../../../lib/messages/t.ts";
import { showDraft, useBanner } from "./banner-store.ts";
import { changeBanner } from "../../../kernel/workspace/change-banner.ts";
import { draggedFocus, type Focus, heightOf, percentOf, type Shown, type Size } from "./look.ts";

type Props = { shown: Shown; banner: RefObject<HTMLElement | null> };

/** Percent that a key moves the picture or makes it higher, alone and with Shift. */
const STEP = 2;
const SHIFT_STEP = 10;

const ARROWS: Record<string, Focus> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const KEYS = [...Object.keys(ARROWS), "PageUp", "PageDown", "Home", "End"];

/** Saves when the keys or the pointer are let go; Escape and leaving a drag put everything back. */
const save = () => {
  const { draft } = useBanner.getState();
  if (!draft) return;
  void changeBanner({ bannerSettings: draft });
  showDraft(null);
};

function cancel(event: KeyboardEvent) {
  if (event.key !== "Escape" || !useBanner.getState().draft) return false;
  event.stopPropagation();
  showDraft(null);
  return true;
}

/** The picture itself: dragged, or moved by the arrow keys. */
export function MoveGrip({ shown, banner }: Props) {
  const start = useRef<{ at: Focus; focus: Focus; drawn: Size } | null>(null);
  useEffect(() => () => showDraft(null), []);
  const { focusX, focusY } = shown.look;
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    const drawn = drawnNow(banner.current);
    if (event.button !== 0 || !drawn) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = {
      at: { x: event.clientX, y: event.clientY },
      focus: { x: focusX, y: focusY },
      drawn,
    };
  };
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    const element = banner.current;
    if (!start.current || !element) return;
    const { at, focus, drawn } = start.current;
    const by = { x: event.clientX - at.x, y: event.clientY - at.y };
    const to = draggedFocus(focus, by, drawn, { width: element.clientWidth, height: element.clientHeight });
    showDraft({ focusX: to.x, focusY: to.y });
  };
  const handleUp = () => {
    if (start.current) save();
    start.current = null;
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (cancel(event)) return void (start.current = null);
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? SHIFT_STEP : STEP;
    showDraft({ focusX: percentOf(focusX + arrow.x * step), focusY: percentOf(focusY + arrow.y * step) });
  };
  return (
    <button
      type="button"
      aria-label={t("Move the picture: drag, or press the arrow keys")}
      className="absolute inset-0 z-5 cursor-grab touch-none outline-offset-[-3px] active:cursor-grabbing"
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={() => {
        start.current = null;
        showDraft(null);
      }}
      onKeyDown={handleKey}
      onKeyUp={(event) => KEYS.includes(event.key) && save()}
      onBlur={save}
    />
  );
}

/** The picture's or video's own shape, as large as it is drawn to fill its frame. */
function drawnNow(banner: HTMLElement | null): Size | null {
  const media = banner?.querySelector<HTMLImageElement | HTMLVideoElement>(
    "[data-banner] :is(img, video).absolute:last-child",
  );
  if (!media) return null;
  const own =
    media instanceof HTMLVideoElement
      ? { width: media.videoWidth, height: media.videoHeight }
      : { width: media.naturalWidth, height: media.naturalHeight };
  if (!own.width || !own.height) return null;
  const scale = Math.max(media.clientWidth / own.width, media.clientHeight / own.height);
  return { width: own.width * scale, height: own.height * scale };
}

/** Makes the picture lower or higher than the banner. */
export function HeightGrip({ shown, banner }: Props) {
  const start = useRef<{ y: number; height: number } | null>(null);
  const height = () =>
    shown.look.height ?? heightOf(((banner.current?.clientHeight ?? 0) / window.innerHeight) * 100);
  const set = (value: number) => showDraft({ height: heightOf(value) });
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (cancel(event)) return void (start.current = null);
    if (!KEYS.includes(event.key)) return;
    event.preventDefault();
    const arrow = ARROWS[event.key];
    const step = event.shiftKey ? SHIFT_STEP : STEP;
    if (arrow) set(height() + (arrow.x || -arrow.y) * step);
    else if (event.key === "Home") set(BANNER_HEIGHT.min);
    else if (event.key === "End") set(BANNER_HEIGHT.max);
    else set(height() + (event.key === "PageUp" ? 20 : -20));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t("Height of the picture")}
      aria-orientation="vertical"
      aria-valuemin={BANNER_HEIGHT.min}
      aria-valuemax={BANNER_HEIGHT.max}
      aria-valuenow={height()}
      aria-valuetext={t("{percent}% of the window", { percent: height() })}
      className="tap absolute end-2 top-1/2 z-20 grid h-9 w-7 -translate-y-1/2 cursor-ns-resize touch-none place-items-center rounded-md bg-panel text-ink shadow-pop"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { y: event.clientY, height: height() };
      }}
      onPointerMove={(event) => {
        if (!start.current) return;
        const { y, height: from } = start.current;
        set(from + ((event.clientY - y) / window.innerHeight) * 100);
      }}
      onPointerUp={() => {
        if (start.current) save();
        start.current = null;
      }}
      onPointerCancel={() => {
        start.current = null;
        showDraft(null);
      }}
      onKeyDown={handleKey}
      onKeyUp={(event) => KEYS.includes(event.key) && save()}
      onBlur={save}
    >
      <MoveVertical size={15} aria-hidden="true" />
    </div>
  );
}
