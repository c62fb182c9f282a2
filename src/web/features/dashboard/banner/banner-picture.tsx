import { Pause, Play } from "lucide-react";
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";
import { frameOf, offsetOf, type Shown, type Size } from "./look.ts";
import { useMotion } from "./use-motion.ts";
import { useParallax } from "./use-parallax.ts";

type Props = {
  shown: Shown;
  /** Of the window it is drawn for; the preview draws for others than this one. */
  windowHeight: number;
  /** It cannot be shown: the banner is then drawn as if there were none. */
  onMissing: () => void;
  isPreview?: boolean;
};

/** The picture or video behind the greeting, and the button that stops what moves. */
export function BannerPicture({ shown, windowHeight, onMissing, isPreview = false }: Props) {
  const { url, type, look } = shown;
  const box = useRef<HTMLDivElement>(null);
  const banner = useSize(box);
  const isMovable = type === "video" || look.isAnimated;
  const { isMoving, isSparing, press } = useMotion(box, look.autoplay || type === "image");
  const [isBlocked, setIsBlocked] = useState(false);
  const isPlaying = isMoving && !isBlocked;
  const shift = useParallax(box, look.parallaxEffect && !isSparing && !isPreview);
  const frame = banner && frameOf(look, banner, windowHeight);
  const isFull = !frame || (frame.width >= banner.width && frame.height >= banner.height);
  const still = type === "video" ? look.poster : url;
  return (
    <>
      <div
        ref={box}
        aria-hidden={look.showControls ? undefined : true}
        className="absolute inset-0 overflow-hidden"
        data-banner={type}
      >
        {look.blurBackground && !isFull && still && (
          <img
            src={`${still}/thumb`}
            alt=""
            className="absolute -inset-8 size-[calc(100%+4rem)] max-w-none object-cover blur-xl"
            style={{ opacity: look.opacity / 100 }}
          />
        )}
        {frame && (
          <div ref={shift} className="absolute inset-0">
            {type === "video" ? (
              <Video
                shown={shown}
                style={styleOf(look, banner, frame)}
                isPlaying={isPlaying}
                isSparing={isSparing}
                onBlocked={() => setIsBlocked(true)}
                onMissing={onMissing}
              />
            ) : (
              <img
                {...sourceOf(shown, !look.isAnimated || isPlaying, frame.width)}
                alt=""
                draggable={false}
                className="absolute max-w-none object-cover"
                style={styleOf(look, banner, frame)}
                onError={onMissing}
              />
            )}
          </div>
        )}
      </div>
      {isMovable && !isPreview && !look.showControls && (
        <IconButton
          label={isPlaying ? t("Pause the banner") : t("Play the banner")}
          className="absolute! end-11 top-2 z-20 bg-panel! text-ink! shadow-pop"
          onClick={() => {
            setIsBlocked(false);
            press(isPlaying ? "pause" : "play");
          }}
        >
          {isPlaying ? <Pause size={14} /> : <Play size={14} />}
        </IconButton>
      )}
    </>
  );
}

function styleOf(look: Shown["look"], banner: Size, frame: Size): CSSProperties {
  return {
    width: frame.width,
    height: frame.height,
    left: offsetOf(look.focusX, banner.width - frame.width),
    top: offsetOf(look.focusY, banner.height - frame.height),
    objectPosition: `${look.focusX}% ${look.focusY}%`,
    opacity: look.opacity / 100,
    borderRadius: look.borderRadius,
  };
}

/** The widths are those of the server's sizes. One that moves has one size, and stands still in the others. */
function sourceOf({ url, look: { quality, isAnimated } }: Shown, isMoving: boolean, width: number) {
  if (!url.startsWith("/files/")) return { src: url };
  if (isAnimated) return { src: isMoving ? url : `${url}/medium` };
  if (quality === "low") return { src: `${url}/thumb` };
  if (quality === "medium") return { src: `${url}/medium` };
  if (quality === "high") return { src: url };
  return {
    srcSet: `${url}/thumb 480w, ${url}/medium 1280w, ${url} 2560w`,
    sizes: `${Math.ceil(width)}px`,
    src: url,
  };
}

type VideoProps = {
  shown: Shown;
  style: CSSProperties;
  isPlaying: boolean;
  isSparing: boolean;
  onBlocked: () => void;
  onMissing: () => void;
};

function Video({ shown, style, isPlaying, isSparing, onBlocked, onMissing }: VideoProps) {
  const { url, look } = shown;
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current!;
    // React sets it as a property too late for the browser's rule on what may play by itself.
    element.muted = look.muted;
    if (!isPlaying) return element.pause();
    element.play().catch((error: unknown) => {
      // With sound, browsers let nothing play that nobody pressed.
      if (error instanceof DOMException && error.name === "NotAllowedError") onBlocked();
    });
  }, [isPlaying, look.muted, url, onBlocked]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- one's own decoration, of which nobody knows the words
    <video
      ref={video}
      src={url}
      poster={look.poster ? `${look.poster}/medium` : undefined}
      muted={look.muted}
      loop={look.loop}
      controls={look.showControls}
      playsInline
      disablePictureInPicture={!look.showControls}
      // Without a poster, such as one of the gallery, its first frame stands until it plays.
      preload={isSparing && look.poster ? "none" : "metadata"}
      className="absolute max-w-none object-cover"
      style={style}
      onError={onMissing}
    />
  );
}

function useSize(box: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return size;
}
