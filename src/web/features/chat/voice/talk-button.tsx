import { Mic } from "lucide-react";
import { useEffect, useRef } from "react";
import { buttonClass } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";

/** What takes Space for itself. */
const OTHERS =
  "input, textarea, select, button, a, summary, [contenteditable], [role='button'], [role='menuitem']";

type TalkButtonProps = { onHold: () => void; onRelease: () => void };

/** Held while one speaks, or Space is, wherever nothing else wants it. */
export function TalkButton({ onHold, onRelease }: TalkButtonProps) {
  const isHeld = useRef(false);
  const latest = useRef({ onHold, onRelease });
  useEffect(() => void (latest.current = { onHold, onRelease }));
  const hold = () => {
    if (isHeld.current) return;
    isHeld.current = true;
    latest.current.onHold();
  };
  const release = () => {
    if (!isHeld.current) return;
    isHeld.current = false;
    latest.current.onRelease();
  };
  useEffect(() => {
    const isOurs = ({ target }: Event) =>
      !(target instanceof Element) || target.closest("[data-talk]") || !target.closest(OTHERS);
    const handleDown = (event: KeyboardEvent) => {
      if (event.code !== "Space" || !isOurs(event)) return;
      event.preventDefault();
      if (!event.repeat) hold();
    };
    const handleUp = (event: KeyboardEvent) => {
      if (event.code !== "Space" || !isHeld.current) return;
      event.preventDefault();
      release();
    };
    document.addEventListener("keydown", handleDown);
    document.addEventListener("keyup", handleUp);
    // Whoever leaves the window lets go.
    window.addEventListener("blur", release);
    return () => {
      document.removeEventListener("keydown", handleDown);
      document.removeEventListener("keyup", handleUp);
      window.removeEventListener("blur", release);
      release();
    };
  }, []);
  return (
    <button
      type="button"
      data-talk=""
      className={buttonClass(
        "primary",
        "h-14! touch-none gap-2! rounded-full! px-8! text-base! select-none [&_svg]:pointer-events-none",
      )}
      onPointerDown={({ button, pointerId, currentTarget }) => {
        if (button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        hold();
      }}
      onPointerUp={release}
      onPointerCancel={release}
      // A finger that rests asks for a menu.
      onContextMenu={(event) => event.preventDefault()}
    >
      <Mic size={20} aria-hidden="true" /> {t("Hold to Talk")}
    </button>
  );
}
