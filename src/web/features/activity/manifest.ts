import { Activity, CalendarDays, FolderKanban, LayoutDashboard } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { api, invalidate } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";

const refresh = () => invalidate(api.activity.key());

export const activity = defineManifest({
  actions: [
    goTo({
      id: "activity",
      title: "Activity",
      icon: Activity,
      href: "/app/activity",
      keywords: "history log",
      after: "go.analytics",
    }),
  ],
  // Whatever changes is logged with it.
  live: { activity: refresh, any: refresh },
  activity: {
    // Of no noun yet, or of several.
    groups: [
      { id: "events", words: "Events" },
      { id: "projects", words: "Projects" },
      { id: "transfer", words: "Import and export" },
    ],
    types: {
      dashboard_viewed: { icon: LayoutDashboard, words: "Dashboard viewed", group: "settings" },
      event_created: { icon: CalendarDays, words: "Event created", group: "events" },
      event_updated: { icon: CalendarDays, words: "Event updated", group: "events" },
      event_deleted: { icon: CalendarDays, words: "Event deleted", group: "events" },
      project_created: { icon: FolderKanban, words: "Project created", group: "projects" },
      project_updated: { icon: FolderKanban, words: "Project updated", group: "projects" },
      project_deleted: { icon: FolderKanban, words: "Project deleted", group: "projects" },
    },
  },
});
