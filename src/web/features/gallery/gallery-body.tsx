import { SearchX, Image } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { t } from "../../lib/messages/t.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { GallerySearch, useGallery } from "./gallery-query.ts";
import { UploadButton } from "./gallery-tools.tsx";
import { PictureGrid, type PictureGridProps, SkeletonGrid } from "./picture-grid.tsx";

type GalleryBodyProps = PictureGridProps & {
  gallery: ReturnType<typeof useGallery>;
  search: GallerySearch;
  onClear: () => void;
};

/** The pictures, or why there are none. */
export function GalleryBody({ gallery, search, onClear, ...grid }: GalleryBodyProps) {
  const { isPending, isError, data, isPlaceholderData, hasNextPage, isFetchingNextPage } = gallery;
  if (isPending) return <SkeletonGrid />;
  if (isError && !data) return <LoadFailed onRetry={() => void gallery.refetch()} />;
  if (grid.pictures.length === 0)
    return <NoPictures isFiltered={search.query.trim() !== "" || search.tag !== ""} onClear={onClear} />;
  return (
    <div className="h-full overflow-y-auto overscroll-contain pb-14" aria-busy={isPlaceholderData}>
      <PictureGrid {...grid} />
      {hasNextPage && (
        <End key={grid.pictures.length} onReach={() => !isFetchingNextPage && void gallery.fetchNextPage()} />
      )}
    </div>
  );
}

/** Asks for more before the end is seen. */
function End({ onReach }: { onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), {
      rootMargin: "600px",
    });
    watch.observe(end.current!);
    return () => watch.disconnect();
  }, []);
  return <div ref={end} className="h-px" />;
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const isOffline = useIsOffline();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center text-sm text-muted">
      <p>{isOffline ? t("Can't load images while offline.") : t("Failed to load your images")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}

function NoPictures({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<SearchX size={20} />}
        level={3}
        title={t("No matching pictures")}
        action={<Button onClick={onClear}>{t("Show all pictures")}</Button>}
      >
        {t("Try other words or another tag.")}
      </EmptyState>
    );
  return (
    <EmptyState icon={<Image size={20} />} level={3} title={t("No pictures yet")} action={<UploadButton />}>
      {t("Drop or paste images here, or click Upload. Image up to 10 MB, and MP4 or WebM videos.")}
    </EmptyState>
  );
}
