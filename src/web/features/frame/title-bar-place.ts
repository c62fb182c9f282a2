import { useEffect, useState } from "react";

type Overlay = EventTarget & { visible: boolean };
const overlay = (): Overlay | undefined =>
  (navigator as { windowControlsOverlay?: Overlay }).windowControlsOverlay;

/** True while the browser leaves the title bar's place to the page. */
export function useWindowControlsOverlay(): boolean {
  const [isVisible, setIsVisible] = useState(() => overlay()?.visible ?? false);
  useEffect(() => {
    const listen = () => setIsVisible(overlay()?.visible ?? false);
    overlay()?.addEventListener("geometrychange", listen);
    return () => overlay()?.removeEventListener("geometrychange", listen);
  }, []);
  return isVisible;
}
