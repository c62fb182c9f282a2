import { useLayoutEffect, useRef, useState } from "react";
import { greetingOf } from "../../../kernel/account/greeting.ts";
import { usePanelSize } from "../../../kernel/workspace/sidebar-store.ts";
import { t } from "../../../lib/messages/t.ts";
import { useUser } from "../../../platform/session.ts";
import { BannerFace } from "./banner-face.tsx";
import type { Shown } from "./look.ts";

const MOBILE = { least: 200, percent: 35, most: 300 };
export const SCREENS = [
  { id: "desktop", label: t("Desktop"), width: 1440, height: 900 },
  { id: "tablet", label: t("Tablet (768)"), width: 768, height: 1024 },
  { id: "mobile", label: t("Mobile (375)"), width: 375, height: 812 },
];
export type Screen = (typeof SCREENS)[number];

/** The banner as wide and as high as on a screen, drawn as small as there is room. */
export function BannerSketch({ screen, shown }: { screen: Screen; shown: Shown | null }) {
  const { id, width, height } = screen;
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
    <div ref={room} style={{ height: bannerHeight * scale }} className="relative overflow-hidden">
      <div
        data-preview={id}
        style={{ width, height: bannerHeight, transform: `scale(${scale})` }}
        className="banner-ground absolute start-0 top-0 origin-top-left rtl:origin-top-right overflow-hidden rounded-md border border-line-strong"
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
  );
}
