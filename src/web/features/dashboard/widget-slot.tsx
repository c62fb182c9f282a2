import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { nameOf, useWidget } from "../../kernel/widgets/catalog.ts";
import { readSettings } from "../../kernel/widgets/settings.ts";
import { t } from "../../lib/messages/t.ts";
import { WidgetCard } from "../../ui/data-parts/widget-card.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { Slot } from "./model/arrangement.ts";
import { UnknownWidget, WidgetBoundary } from "./widget-boundary.tsx";

type WidgetSlotProps = {
  slot: Slot;
  onSettings: (props: Record<string, unknown>) => void;
  openSettings: () => void;
  grip?: ReactNode;
  tools?: ReactNode;
};

/** A widget on its card. */
export function WidgetSlot({ slot, onSettings, openSettings, grip, tools }: WidgetSlotProps) {
  const { id, componentKey, props, size } = slot;
  const { entry, widget } = useWidget(componentKey);
  const settings = readSettings(widget?.fields ?? {}, props);
  const link = widget?.link && (
    <Link to={widget.link.to} className="tap rounded-md hover:underline">
      {widget.link.words}
    </Link>
  );
  return (
    <WidgetCard
      slot={id}
      title={
        widget?.Title ? (
          <widget.Title settings={settings} />
        ) : entry ? (
          nameOf(entry, componentKey)
        ) : (
          t("Unknown widget")
        )
      }
      {...(link && { link })}
      isSample={widget?.isSample?.(settings) ?? false}
      grip={grip}
      tools={tools}
    >
      {!entry ? (
        <UnknownWidget componentKey={componentKey} />
      ) : !widget ? (
        <SkeletonRows count={3} />
      ) : (
        <WidgetBoundary of={`${componentKey} ${JSON.stringify(props)}`}>
          <widget.View size={size} settings={settings} onChange={onSettings} openSettings={openSettings} />
        </WidgetBoundary>
      )}
    </WidgetCard>
  );
}
