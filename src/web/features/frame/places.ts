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

export type Place = { to: string; label: string; about: string; icon: LucideIcon };

/** Where the sidebar leads, in its order and in its three sections: what one writes, plans, and looks back on. */
export const sections: { key: string; title: string; places: Place[] }[] = [
  {
    key: "sidebarWrite",
    title: "Write",
    places: [
      { to: "/app/dashboard", label: "Dashboard", about: "Overview and analytics", icon: LayoutDashboard },
      { to: "/app/explorer", label: "Explorer", about: "File manager and explorer", icon: FolderOpen },
      { to: "/app/projects", label: "Projects", about: "Project workspaces", icon: FolderKanban },
      { to: "/app/editor", label: "Editor", about: "Write and edit notes", icon: PenLine },
    ],
  },
  {
    key: "sidebarPlan",
    title: "Plan",
    places: [
      { to: "/app/chat", label: "Chat", about: "AI-powered conversations", icon: MessageSquare },
      { to: "/app/calendar", label: "Calendar", about: "Schedule and manage events", icon: CalendarDays },
    ],
  },
  {
    key: "sidebarReview",
    title: "Review",
    places: [
      { to: "/app/analytics", label: "Analytics", about: "Writing insights and stats", icon: ChartLine },
      { to: "/app/seo", label: "SEO", about: "SEO optimization and analysis", icon: Search },
      { to: "/app/activity", label: "Activity", about: "Track your actions and history", icon: Activity },
    ],
  },
];
