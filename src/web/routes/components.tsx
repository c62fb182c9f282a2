import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { PANELS, type PanelName } from "#contract/shared/dashboard.ts";
import { catalog } from "../app/dashboard/catalog.ts";
import { KeptSelected } from "../app/dashboard/kept-selected.tsx";
import { useCatalog } from "../app/dashboard/use-catalog.ts";
import { arrange } from "../features/dashboard/arrange.ts";
import { defaultLayoutId, useLayout } from "../features/dashboard/layout-changes.ts";
import { switchComponent } from "../features/dashboard/list-of-layouts.ts";
import { type Chosen, Library } from "../features/dashboard/library.tsx";
import { slotsOf } from "../features/dashboard/model/arrangement.ts";
import { PANEL_WORDS } from "../features/dashboard/panel-names.ts";
import { Catalog } from "../kernel/widgets/catalog.ts";
import { t } from "../lib/messages/t.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useSession } from "../platform/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { Screen } from "../ui/screen.tsx";
import { Select } from "../ui/overlay/select.tsx";

const SELECTED = "selectedComponents";

/** /app/components?targetPanel=topLeft */
export function ComponentsPage() {
  // Drawn once more while another page comes, it has no address of its own any more.
  const { targetPanel } = useSearch({ strict: false }) as { targetPanel?: string };
  const navigate = useNavigate();
  const heading = usePageTitle(t("Component Library"));
  const { layout, off } = useLayout();
  const isOperator = useSession((state) => state.status === "signed-in" && state.session.isOperator);
  const shown = useCatalog();
  const panel = PANELS.find((name) => name === targetPanel) ?? null;
  const present = new Set(
    layout ? slotsOf(layout.config, "desktop").map(({ componentKey }) => componentKey) : [],
  );
  const add = async (chosen: Chosen) => {
    const id = await defaultLayoutId();
    if (id) await arrange.add(id, panel, chosen);
  };
  const choose = (chosen: string) =>
    void navigate({ to: ".", search: chosen === SELECTED ? {} : { targetPanel: chosen }, replace: true });
  return (
    <Catalog value={isOperator ? catalog : shown}>
      <Screen
        frame="full"
        title={t("Component Library")}
        heading={heading}
        actions={
          <Link to="/app/dashboard" className={buttonClass("quiet")}>
            <ArrowLeft size={15} aria-hidden="true" className="rtl:-scale-x-100" />
            {t("Back to the dashboard")}
          </Link>
        }
      >
        <div className="mb-4 max-w-xs">
          <Select
            label={t("Add to")}
            value={panel ?? SELECTED}
            onChange={(event) => choose(event.target.value)}
          >
            <option value={SELECTED}>{t("Below the panels")}</option>
            {PANELS.map((name: PanelName) => (
              <option key={name} value={name}>
                {PANEL_WORDS[name]}
              </option>
            ))}
          </Select>
        </div>
        <KeptSelected />
        <Library
          present={present}
          onAdd={(chosen) => void add(chosen)}
          {...(isOperator && {
            forEverybody: {
              isOn: (id) => !off.includes(id),
              onSwitch: (id, isOn) => void switchComponent(id, isOn),
            },
          })}
        />
      </Screen>
    </Catalog>
  );
}
