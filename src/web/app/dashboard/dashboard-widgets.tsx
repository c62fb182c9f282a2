import { DashboardGrid } from "../../features/dashboard/dashboard-grid.tsx";
import { useLayout } from "../../features/dashboard/layout-changes.ts";
import type { ScreenKind } from "../../features/dashboard/model/arrangement.ts";
import { Catalog } from "../../kernel/widgets/catalog.ts";
import { useEffect } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCatalog } from "./use-catalog.ts";

const KeepSelected = deferred(async () => (await import("./kept-selected.tsx")).KeepSelected);
const KeptSelected = deferred(async () => (await import("./kept-selected.tsx")).KeptSelected);

type Props = { layoutId?: string | undefined; screen: ScreenKind; isEditing: boolean };

/** The widgets of a dashboard, with everything that the catalog knows. */
export function DashboardWidgets({ layoutId, screen, isEditing }: Props) {
  const { layout, isError, refetch } = useLayout(layoutId);
  const catalog = useCatalog();
  const isUnknown = isError && !layout;
  useEffect(() => {
    if (isUnknown) toast.error(t("Failed to load dashboard layout"));
  }, [isUnknown]);
  if (!layout)
    return isUnknown ? (
      <>
        <div role="alert" className="flex items-center gap-2 py-8 text-sm text-muted">
          {t("Couldn't load.")}
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
        <KeptSelected screen={screen} />
      </>
    ) : (
      <SkeletonRows count={6} />
    );
  return (
    <Catalog value={catalog}>
      <DashboardGrid layout={layout} screen={screen} isEditing={isEditing} />
      <KeepSelected />
    </Catalog>
  );
}
