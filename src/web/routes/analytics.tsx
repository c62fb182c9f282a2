import { useNavigate, useSearch } from "@tanstack/react-router";
import { AnalyticsScreen } from "../features/insights/analytics/analytics-screen.tsx";
import type { PeriodSearch } from "../features/insights/analytics/periods.ts";
import { t } from "../lib/messages/t.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Button } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.tsx";

const PromisesScreen = deferred(() =>
  import("../features/promises/promises-screen.tsx").then((module) => module.PromisesScreen),
);
const GapsScreen = deferred(() =>
  import("../features/gaps/gaps-screen.tsx").then((module) => module.GapsScreen),
);

const ContradictionsScreen = deferred(() =>
  import("../features/contradictions/contradictions-screen.tsx").then(
    (module) => module.ContradictionsScreen,
  ),
);

const VIEWS = {
  figures: t("Figures"),
  promises: t("Promises"),
  gaps: t("Missing Notes"),
  contradictions: t("Contradictions"),
};
type View = keyof typeof VIEWS;
const isView = (name: string | undefined): name is View => name !== undefined && Object.hasOwn(VIEWS, name);

type Search = PeriodSearch & { view?: string; status?: string };

/** The figures of an account, what its notes promise, what they don't say and where they disagree. */
export function AnalyticsPage() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Analytics"));
  const show = (next: Search) =>
    void navigate({ to: "/app/analytics", search: next as never, replace: true });
  const view = isView(search.view) ? search.view : "figures";
  const frame = { heading, views: <Views shown={view} onShow={show} /> };
  if (view === "gaps") return <GapsScreen {...frame} />;
  if (view === "contradictions") return <ContradictionsScreen {...frame} />;
  return view === "promises" ? (
    <PromisesScreen {...frame} search={search} onSearch={(next) => show({ view, ...next })} />
  ) : (
    <AnalyticsScreen {...frame} search={search} onSearch={show} />
  );
}

function Views({ shown, onShow }: { shown: View; onShow: (search: Search) => void }) {
  return (
    <div role="group" aria-label={t("View")} className="flex flex-wrap gap-1">
      {(Object.keys(VIEWS) as View[]).map((view) => (
        <Button
          key={view}
          look="quiet"
          aria-pressed={view === shown}
          className="aria-pressed:bg-pressed aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-11"
          onClick={() => onShow(view === "figures" ? {} : { view })}
        >
          {VIEWS[view]}
        </Button>
      ))}
    </div>
  );
}
