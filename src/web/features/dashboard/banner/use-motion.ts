import { type RefObject, useEffect, useState } from "react";
import { mayMove } from "./look.ts";

type Connection = EventTarget & { saveData?: boolean };
type Battery = EventTarget & { charging: boolean; level: number };
type Device = Navigator & { connection?: Connection; getBattery?: () => Promise<Battery> };

/** Below it a device that is not charging saves what it can. No browser tells whether it does. */
const LOW_BATTERY = 0.2;

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const savesData = () => (navigator as Device).connection?.saveData === true;

function useSparing(): boolean {
  const [isSparing, setIsSparing] = useState(() => reduced.matches || savesData());
  useEffect(() => {
    let battery: Battery | null = null;
    const look = () => {
      const isLow = battery !== null && !battery.charging && battery.level < LOW_BATTERY;
      setIsSparing(reduced.matches || savesData() || isLow);
    };
    const { connection, getBattery } = navigator as Device;
    reduced.addEventListener("change", look);
    connection?.addEventListener("change", look);
    const hear = (found: Battery) => {
      battery = found;
      for (const event of ["chargingchange", "levelchange"]) found.addEventListener(event, look);
      look();
    };
    getBattery?.call(navigator).then(hear, () => undefined);
    return () => {
      reduced.removeEventListener("change", look);
      connection?.removeEventListener("change", look);
      for (const event of ["chargingchange", "levelchange"]) battery?.removeEventListener(event, look);
    };
  }, []);
  return isSparing;
}

/** Whether a picture that moves may do so now, and the press that stops it or lets it go on. */
export function useMotion(box: RefObject<HTMLElement | null>, isAuto: boolean) {
  const [pressed, setPressed] = useState<"play" | "pause" | null>(null);
  const [isInView, setIsInView] = useState(true);
  const [isPageHidden, setIsPageHidden] = useState(document.hidden);
  const isSparing = useSparing();
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setIsInView(entry!.isIntersecting));
    if (box.current) watch.observe(box.current);
    const look = () => setIsPageHidden(document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => {
      watch.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [box]);
  const isMoving = mayMove({ pressed, isAuto, isInView, isPageHidden, isSparing });
  return {
    isMoving,
    isSparing,
    press: (what: "play" | "pause") => setPressed(what),
  };
}
