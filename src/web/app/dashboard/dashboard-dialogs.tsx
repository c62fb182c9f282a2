import type { ComponentProps } from "react";
import { AddWidgetDialog as Add } from "../../features/dashboard/add-widget-dialog.tsx";
import { WidgetSettingsDialog as Settings } from "../../features/dashboard/widget-settings-dialog.tsx";
import { Catalog } from "../../kernel/widgets/catalog.ts";
import { catalog } from "./catalog.ts";

export const AddWidgetDialog = (props: ComponentProps<typeof Add>) => (
  <Catalog value={catalog}>
    <Add {...props} />
  </Catalog>
);

export const WidgetSettingsDialog = (props: ComponentProps<typeof Settings>) => (
  <Catalog value={catalog}>
    <Settings {...props} />
  </Catalog>
);
