import { useEffect, type ComponentType } from "react";
import { useThisDevice } from "../../platform/device/device-kind.ts";
import { Dock } from "./dock.tsx";
import { measureArea, useFloatingWindows } from "./floating-store.ts";
import { filled } from "./geometry.ts";
import { PoppedOut } from "./popped-out.tsx";
import type { FloatingNote } from "./windows.ts";

type DeskProps = {
  Note: ComponentType<{ window: FloatingNote; isOutside: boolean }>;
  titleOf: (note: { title: string }) => string;
};

/** The windows over a page and the dock; a phone has no room for them and keeps them for later. */
export function WindowLayer({ Note, titleOf }: DeskProps) {
  const { windows, outside, preview, area } = useFloatingWindows();
  const isPhone = useThisDevice((device) => device.hasMobileViewport);
  useEffect(() => {
    measureArea();
    addEventListener("resize", measureArea);
    return () => removeEventListener("resize", measureArea);
  }, []);
  if (isPhone) return null;
  // In the order of opening: drawn anew in another order, a text would lose its focus.
  const shown = windows.filter(({ isMinimized }) => !isMinimized).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const away = outside && windows.find(({ id }) => id === outside.id);
  const { x, y, width, height } = filled(preview ?? "full", area);
  return (
    <div className="pointer-events-none fixed inset-0 isolate z-30 overflow-hidden print:hidden">
      {shown.map((window) => window !== away && <Note key={window.id} window={window} isOutside={false} />)}
      {preview && (
        <div
          data-snap-preview={preview}
          style={{ left: x, top: y, width, height }}
          className="absolute z-20 rounded-md border-2 border-accent bg-accent-soft"
        />
      )}
      <Dock titleOf={titleOf} />
      {outside && away && (
        <PoppedOut key={away.id} outside={outside.window}>
          <Note window={away} isOutside />
        </PoppedOut>
      )}
    </div>
  );
}
