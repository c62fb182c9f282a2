import { clsx } from "clsx";
import { useAssets } from "./assets.ts";

type Kind = "wide" | "phone";

/** Sizes in CSS pixels of what scripts/screenshots.ts takes; the files are as named there. */
const SIZES: Record<Kind, { width: number; height: number; small: number; large: number }> = {
  wide: { width: 1440, height: 900, small: 800, large: 1440 },
  phone: { width: 390, height: 780, small: 390, large: 780 },
};

type ShotProps = {
  name: string;
  kind: Kind;
  alt: string;
  sizes: string;
  isFirst?: boolean;
  className?: string;
};

/** A screenshot in the page's theme. Both are lazy and one is hidden, so that only the other is ever fetched. */
export function Shot({ name, kind, alt, sizes, isFirst = false, className }: ShotProps) {
  const { images } = useAssets();
  const { width, height, small, large } = SIZES[kind];
  return (["dark", "light"] as const).map((theme) => {
    const url = (size: number, type: string) => images[`${name}-${theme}-${size}.${type}`] ?? "";
    return (
      <picture key={theme} className={clsx("block", `in-${theme}`)}>
        <source
          type="image/avif"
          srcSet={`${url(small, "avif")} ${small}w, ${url(large, "avif")} ${large}w`}
          sizes={sizes}
        />
        <img
          src={url(small, "webp")}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          fetchPriority={isFirst ? "high" : "auto"}
          className={clsx(
            "h-auto w-full rounded-lg border border-line-strong bg-panel shadow-pop",
            className,
          )}
        />
      </picture>
    );
  });
}
