import { t } from "../../lib/messages/t.ts";

export const PRIORITIES = [
  ["high", t("High")],
  ["medium", t("Medium")],
  ["low", t("Low")],
] as const;

export const STATUSES = [
  ["todo", t("To do")],
  ["doing", t("In progress")],
  ["done", t("Done")],
] as const;
