import { clsx } from "clsx";
import { X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { TOUR_STEPS } from "#contract/shared/frame-choices.ts";
import type { TourStep } from "#contract/onboarding.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { type Box, placePopover } from "./place-popover.ts";
import { tourSteps } from "./tour-steps.ts";
import { t } from "../../lib/messages/t.ts";

type PopoverProps = {
  step: TourStep;
  onPrevious: () => void;
  onNext: () => void;
  onSkip: () => void;
  onClose: () => void;
};

/** One step of the tour beside what it tells of. It takes no part of the page away: everything can be used meanwhile. */
export function TourPopover({ step, onPrevious, onNext, onSkip, onClose }: PopoverProps) {
  const { title, words, target } = tourSteps[step];
  const { place, ring } = usePlace(target);
  const popover = useRef<HTMLDivElement>(null);
  const index = TOUR_STEPS.indexOf(step);
  const isLast = index === TOUR_STEPS.length - 1;
  useEffect(() => {
    // A step that was done by typing leaves the caret where it is.
    if (!document.activeElement?.matches("input, textarea, select, [contenteditable]"))
      popover.current?.focus({ preventScroll: true });
  }, [step]);
  useEffect(() => {
    const element = popover.current;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose();
    };
    element?.addEventListener("keydown", handleKey);
    return () => element?.removeEventListener("keydown", handleKey);
  }, [onClose]);
  return (
    <>
      {ring && (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed z-30 rounded-md ring-2 ring-accent ring-offset-2 ring-offset-bg transition-[left,top,width,height]"
          style={ring}
        />
      )}
      <div
        ref={popover}
        role="dialog"
        data-modeless
        aria-labelledby="tour-title"
        aria-describedby="tour-words"
        tabIndex={-1}
        className="fixed z-30 flex flex-col overflow-y-auto rounded-md border border-line-strong bg-raised p-4 shadow-pop outline-none transition-[left,top]"
        style={place}
      >
        <div className="flex items-start justify-between gap-3">
          <h2 id="tour-title" className="text-lg font-semibold">
            {title}
          </h2>
          <IconButton label={t("Close the tour")} onClick={onClose}>
            <X size={16} />
          </IconButton>
        </div>
        <p id="tour-words" className="mt-1 flex-1 text-sm text-muted">
          {words}
        </p>
        <div className="mt-3 flex items-center gap-3 text-xs text-faint">
          <span className="flex gap-1.5" aria-hidden="true">
            {TOUR_STEPS.map((dot, place) => (
              <span
                key={dot}
                className={clsx("size-1.5 rounded-full", place === index ? "bg-accent" : "bg-line-strong")}
              />
            ))}
          </span>
          <span role="status">
            {t("Step {index} of {count}", { index: index + 1, count: TOUR_STEPS.length })}
          </span>
        </div>
        <div className="mt-3 flex items-center justify-between gap-2">
          <Button look="quiet" onClick={onSkip}>
            {t("Skip")}
          </Button>
          <span className="flex gap-2">
            <Button disabled={index === 0} onClick={onPrevious}>
              {t("Previous")}
            </Button>
            <Button look="primary" onClick={onNext}>
              {isLast ? t("Finish") : t("Next")}
            </Button>
          </span>
        </div>
      </div>
    </>
  );
}

/** Follows the target while the page moves; asked again a few times a second, since what moves it has no event. */
function usePlace(target: string | null): { place: Box; ring: Box | null } {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const look = () => {
      const found = target ? document.querySelector(target)?.getBoundingClientRect() : undefined;
      const next = found
        ? { left: found.left, top: found.top, width: found.width, height: found.height }
        : null;
      setBox((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    look();
    const timer = setInterval(look, 200);
    addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", look);
    };
  }, [target]);
  return { place: placePopover(box, { width: innerWidth, height: innerHeight }), ring: box };
}
