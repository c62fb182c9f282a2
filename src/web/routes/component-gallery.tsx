import { Link, useLocation } from "@tanstack/react-router";
import { ComponentGallery } from "../features/component-gallery/component-gallery.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { changeSpecimens } from "../app/component-gallery-changes.tsx";
import { widgetSpecimens } from "../app/component-gallery-widgets.tsx";

/** /app/component-gallery#component */
export function ComponentGalleryPage() {
  const { hash } = useLocation();
  const heading = usePageTitle("Component gallery");
  return (
    <ComponentGallery
      heading={heading}
      widgets={[...widgetSpecimens, ...changeSpecimens]}
      soughtId={hash}
      renderLink={(id, words) => (
        <Link
          to="/app/component-gallery"
          hash={id}
          className="tap inline-flex min-h-6 items-center rounded-md text-sm text-muted hover:text-ink"
        >
          {words}
        </Link>
      )}
    />
  );
}
