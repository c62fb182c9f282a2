import { useMemo } from "react";
import type { Calendar, CalendarColor } from "#contract/calendars.ts";
import type { Project, ProjectColor } from "#contract/projects.ts";
import { useCalendars } from "./calendars.ts";

const COLORS: Record<ProjectColor, CalendarColor> = {
  gray: "gray",
  red: "red",
  orange: "orange",
  green: "green",
  teal: "cyan",
  blue: "blue",
  purple: "violet",
  pink: "pink",
};

/** One's own, and for a project of somebody else the project itself in the place of those that one does not see, to be read. */
export function useCalendarsOfProject(project: Project): readonly Calendar[] {
  const calendars = useCalendars();
  return useMemo(() => {
    const { id, title, color, sharedBy, createdAt, updatedAt } = project;
    if (!sharedBy) return calendars;
    const owner = { name: sharedBy.name, email: "" };
    const inItsPlace: Calendar = {
      id,
      name: title,
      color: COLORS[color],
      isVisible: true,
      isDefault: false,
      subscription: null,
      sharedBy: { shareId: id, role: "viewer", owner },
      createdAt,
      updatedAt,
    };
    return [...calendars, inItsPlace];
  }, [calendars, project]);
}
