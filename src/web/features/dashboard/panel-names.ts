import type { PanelName, WidgetSize } from "#contract/shared/dashboard.ts";
import { t } from "../../lib/messages/t.ts";

export const PANEL_WORDS: Record<PanelName, string> = {
  topLeft: t("Top left"),
  topRight: t("Top right"),
  middleLeft: t("Middle left"),
  middleRight: t("Middle right"),
  bottomLeft: t("Bottom left"),
  bottomRight: t("Bottom right"),
};

export const SIZE_WORDS: Record<WidgetSize, string> = { S: t("Small"), M: t("Medium"), L: t("Large") };
