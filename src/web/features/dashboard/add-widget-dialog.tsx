import type { PanelName } from "#contract/shared/dashboard.ts";
import { t } from "../../lib/messages/t.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { arrange } from "./arrange.ts";
import { useLayout } from "./layout-changes.ts";
import { Library } from "./library.tsx";
import { slotsOf } from "./model/arrangement.ts";
import { PANEL_WORDS } from "./panel-names.ts";

type Props = { layoutId: string; panel: PanelName | null; onClose: () => void };

/** The component library over the dashboard: into a panel, or one after the other to the selected ones. */
export function AddWidgetDialog({ layoutId, panel, onClose }: Props) {
  const { layout } = useLayout(layoutId);
  if (!layout) return null;
  const present = new Set(slotsOf(layout.config, "desktop").map(({ componentKey }) => componentKey));
  return (
    <Dialog
      isOpen
      size="large"
      title={
        panel ? t("Add to {panel}", { panel: PANEL_WORDS[panel].toLowerCase() }) : t("Component Library")
      }
      onClose={onClose}
    >
      <Library
        isNarrow
        present={present}
        onAdd={(chosen) => {
          void arrange.add(layout.id, panel, chosen);
          if (panel) onClose();
        }}
      />
    </Dialog>
  );
}
