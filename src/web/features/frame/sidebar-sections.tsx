import type { ReactNode } from "react";
import { useWorkspace } from "../../kernel/workspace/frame.ts";
import { type PanelSize, usePanelSize } from "../../kernel/workspace/sidebar-store.ts";
import { Splitter } from "../../ui/splitter.tsx";
import { t } from "../../lib/messages/t.ts";

/** Where the sections begin in edit mode: 40, 35 and 25 percent of the height. */
const FIRST: PanelSize = { key: "sidebarWrite", initial: 40, min: 15, max: 60, home: "sidebarPanelSizes" };
const SECOND: PanelSize = { key: "sidebarPlan", initial: 35, min: 15, max: 40, home: "sidebarPanelSizes" };

type SectionsProps = { isEditing: boolean; first: ReactNode; second: ReactNode; third: ReactNode };

/** Three sections above each other: as high as they need until somebody has given them shares of the height. */
export function SidebarSections({ isEditing, first, second, third }: SectionsProps) {
  const workspace = useWorkspace();
  const sizes = { ...workspace?.panelSizes, ...workspace?.sidebarPanelSizes };
  if (isEditing || FIRST.key in sizes || SECOND.key in sizes)
    return <SharedSections isEditing={isEditing} first={first} second={second} third={third} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-2">
      {first}
      {second}
      {third}
    </div>
  );
}

function SharedSections({ isEditing, first, second, third }: SectionsProps) {
  const upper = usePanelSize(FIRST);
  const middle = usePanelSize(SECOND);
  return (
    <div data-panels className="flex min-h-0 flex-1 flex-col">
      <div className="shrink-0 overflow-y-auto p-2" style={{ height: `${upper.size}%` }}>
        {first}
      </div>
      {isEditing && (
        <Splitter
          label={t("Height of the first section")}
          direction="vertical"
          value={upper.size}
          min={FIRST.min}
          max={FIRST.max}
          initial={FIRST.initial}
          onMove={upper.move}
          onDone={upper.save}
        />
      )}
      <div className="shrink-0 overflow-y-auto p-2" style={{ height: `${middle.size}%` }}>
        {second}
      </div>
      {isEditing && (
        <Splitter
          label={t("Height of the second section")}
          direction="vertical"
          value={upper.size + middle.size}
          min={upper.size + SECOND.min}
          max={upper.size + SECOND.max}
          initial={upper.size + SECOND.initial}
          onMove={(value) => middle.move(value - upper.size)}
          onDone={(value) => middle.save(value - upper.size)}
        />
      )}
      <div className="min-h-0 flex-1 overflow-y-auto p-2">{third}</div>
    </div>
  );
}
