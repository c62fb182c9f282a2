import {
  Activity,
  CalendarDays,
  ChartLine,
  FolderKanban,
  FolderOpen,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  PenLine,
  Search,
} from "lucide-react";
import { t } from "../../lib/messages/t.ts";

export type Place = { to: string; label: string; about: string; icon: LucideIcon };

/** Where the sidebar leads, in its order and in its three sections: what one writes, plans, and looks back on. */
export const sections: { key: string; title: string; places: Place[] }[] = [
  {
    key: "sidebarWrite",
    title: t("Write"),
    places: [
      {
        to: "/app/dashboard",
        label: t("Dashboard"),
        about: t("Overview and analytics"),
        icon: LayoutDashboard,
      },
      { to: "/app/explorer", label: t("Explorer"), about: t("File manager and explorer"), icon: FolderOpen },
      { to: "/app/projects", label: t("Projects"), about: t("Project workspaces"), icon: FolderKanban },
      { to: "/app/editor", label: t("Editor"), about: t("Write and edit notes"), icon: PenLine },
    ],
  },
  {
    key: "sidebarPlan",
    title: t("Plan"),
    places: [
      { to: "/app/chat", label: t("Chat"), about: t("AI-powered conversations"), icon: MessageSquare },
      {
        to: "/app/calendar",
        label: t("Calendar"),
        about: t("Schedule and manage events"),
        icon: CalendarDays,
      },
    ],
  },
  {
    key: "sidebarReview",
    title: t("Review"),
    places: [
      {
        to: "/app/analytics",
        label: t("Analytics"),
        about: t("Writing insights and stats"),
        icon: ChartLine,
      },
      { to: "/app/seo", label: t("SEO"), about: t("SEO optimization and analysis"), icon: Search },
      {
        to: "/app/activity",
        label: t("Activity"),
        about: t("Track your actions and history"),
        icon: Activity,
      },
    ],
  },
];
