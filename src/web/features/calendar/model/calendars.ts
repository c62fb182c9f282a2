import { useQuery } from "@tanstack/react-query";
import type { Calendar, CalendarColor } from "#contract/calendars.ts";
import { t } from "../../../lib/messages/t.ts";
import { api, queryClient } from "../../../platform/api.ts";
import { dataColor } from "../../../ui/data-parts/data-color.ts";

const LIST = { input: {} };

/** The colors by name, in the order in which they are offered. */
export const COLORS: readonly { id: CalendarColor; words: string; value: string }[] = [
  { id: "cyan", words: t("Cyan"), value: dataColor(1) },
  { id: "blue", words: t("Blue"), value: dataColor(7) },
  { id: "violet", words: t("Violet"), value: dataColor(3) },
  { id: "pink", words: t("Pink"), value: dataColor(6) },
  { id: "red", words: t("Red"), value: dataColor(8) },
  { id: "orange", words: t("Orange"), value: dataColor(2) },
  { id: "green", words: t("Green"), value: dataColor(4) },
  { id: "gray", words: t("Gray"), value: "var(--muted)" },
];

/** For `style`: it follows the mode. */
export const colorOf = (color: CalendarColor | undefined): string =>
  COLORS.find(({ id }) => id === color)?.value ?? COLORS[0]!.value;

export function useCalendars(): readonly Calendar[] {
  return useQuery(api.calendars.list.queryOptions(LIST)).data?.calendars ?? [];
}

export type Listed = { calendars: Calendar[] };
export const listKey = () => api.calendars.list.queryKey(LIST);

export const knownCalendars = (): readonly Calendar[] =>
  queryClient.getQueryData<Listed>(listKey())?.calendars ?? [];

/** Whether its events can be changed here: not where they come from elsewhere, or are shared to be seen. */
export const canChange = ({ subscription, sharedBy }: Calendar): boolean =>
  subscription === null && (sharedBy === null || sharedBy.role === "editor");

/** Whether no more is told of it than when something takes place. */
export const isBusyOnly = (calendar: Calendar | undefined): boolean =>
  calendar?.sharedBy?.role === "free_busy";

/** Where new events go by themselves: never into a calendar of somebody else. */
export const usualCalendar = (calendars: readonly Calendar[]): Calendar | undefined =>
  calendars.find(({ isDefault }) => isDefault) ??
  calendars.find((calendar) => canChange(calendar) && calendar.sharedBy === null);

/** Where an event of this calendar may go: an account keeps its own. */
export const calendarsBeside = (calendars: readonly Calendar[], calendarId: string): Calendar[] => {
  const ownerOf = ({ sharedBy }: Calendar) => sharedBy?.owner.email ?? null;
  const now = calendars.find(({ id }) => id === calendarId);
  return calendars.filter((one) => canChange(one) && (!now || ownerOf(one) === ownerOf(now)));
};

/** Why the events of a calendar that `canChange` refuses, or that is gone, are not changed here. */
export function whyReadOnly(calendar: Calendar | undefined): string {
  if (!calendar) return t("This calendar is no longer shared with you, or was deleted.");
  const { subscription, sharedBy } = calendar;
  if (subscription) return t("You subscribe to this calendar. Its events are changed where they come from.");
  const name = sharedBy?.owner.name ?? "";
  return sharedBy?.role === "free_busy"
    ? t("{name} shares free and busy times of this calendar.", { name })
    : t("{name} shares this calendar with you for reading.", { name });
}
