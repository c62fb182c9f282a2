import { useNavigate, useSearch } from "@tanstack/react-router";
import { AnalyticsScreen, type AnalyticsSearch } from "../features/insights/analytics/analytics-screen.tsx";
import { t } from "../lib/messages/t.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Button } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.tsx";

const PromisesScreen = deferred(() =>
  import("../features/promises/promises-screen.tsx").then((module) => module.PromisesScreen),
);

type Search = AnalyticsSearch & { view?: string; status?: string };

/** The figures of an account, and what its notes promise. */
export function AnalyticsPage() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Analytics"));
  const show = (next: Search) =>
    void navigate({ to: "/app/analytics", search: next as never, replace: true });
  const isOfPromises = search.view === "promises";
  const views = <Views isOfPromises={isOfPromises} onShow={show} />;
  return isOfPromises ? (
    <PromisesScreen
      search={search}
      heading={heading}
      views={views}
      onSearch={(next) => show({ view: "promises", ...next })}
    />
  ) : (
    <AnalyticsScreen search={search} heading={heading} views={views} onSearch={show} />
  );
}

function Views({ isOfPromises, onShow }: { isOfPromises: boolean; onShow: (search: Search) => void }) {
  const view = (name: string, isShown: boolean, search: Search) => (
    <Button
      look="quiet"
      aria-pressed={isShown}
      className="aria-pressed:bg-pressed aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-11"
      onClick={() => onShow(search)}
    >
      {name}
    </Button>
  );
  return (
    <div role="group" aria-label={t("View")} className="flex flex-wrap gap-1">
      {view(t("Figures"), !isOfPromises, {})}
      {view(t("Promises"), isOfPromises, { view: "promises" })}
    </div>
  );
}
