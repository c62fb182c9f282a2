import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { greetingOf } from "../../../kernel/account/greeting.ts";
import { useWorkspace } from "../../../kernel/workspace/frame.ts";
import { usePanelSize } from "../../../kernel/workspace/sidebar-store.ts";
import { t } from "../../../lib/messages/t.ts";
import { useUser } from "../../../platform/session.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { BannerFace } from "./banner-face.tsx";
import { shownOf } from "./look.ts";

const MOBILE = { least: 200, percent: 35, most: 300 };
const SCREENS = [
  { id: "desktop", label: t("Desktop"), width: 1440, height: 900 },
  { id: "tablet", label: t("Tablet (768)"), width: 768, height: 1024 },
  { id: "mobile", label: t("Mobile (375)"), width: 375, height: 812 },
];
type Screen = (typeof SCREENS)[number];

/** The banner as wide and as high as on three screens, drawn smaller. */
export function BannerPreviewDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("Preview")} isOpen onClose={onClose} size="large">
      <div className="flex flex-col gap-6">
        {SCREENS.map((screen) => (
          <Preview key={screen.id} screen={screen} />
        ))}
      </div>
    </Dialog>
  );
}

function Preview({ screen: { id, label, width, height } }: { screen: Screen }) {
  const shown = shownOf(useWorkspace());
  const user = useUser();
  const { size: percent } = usePanelSize({ key: "banner", initial: 25, min: 15, max: 50 });
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const measure = () => setScale(Math.min(1, room.current!.clientWidth / width));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(room.current!);
    return () => watch.disconnect();
  }, [width]);
  const bannerHeight =
    id === "mobile"
      ? Math.min(MOBILE.most, Math.max(MOBILE.least, (height * MOBILE.percent) / 100))
      : Math.max(112, (height * percent) / 100);
  return (
    <figure>
      <figcaption className="mb-1.5 text-sm font-medium text-muted">{label}</figcaption>
      <div ref={room} style={{ height: bannerHeight * scale }} className="overflow-hidden">
        <div
          data-preview={id}
          style={{ width, height: bannerHeight, transform: `scale(${scale})` } as CSSProperties}
          className="banner-ground relative origin-top-left overflow-hidden rounded-md border border-line-strong"
        >
          <BannerFace
            shown={shown}
            windowHeight={height}
            isFolded={false}
            isPreview
            title={(className) => <p className={className}>{user && greetingOf(user)}</p>}
          />
        </div>
      </div>
    </figure>
  );
}
