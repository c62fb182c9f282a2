import {
  Activity,
  CalendarCheck,
  CalendarDays,
  ChartLine,
  FolderKanban,
  FolderOpen,
  LayoutDashboard,
  Bot,
  ListChecks,
  ListTodo,
  type LucideIcon,
  MessageSquare,
  Paperclip,
  PenLine,
  Search,
  Star,
  Trash2,
  Users,
} from "lucide-react";
import type { PreferenceSettings } from "#contract/preferences.ts";
import { t } from "../../lib/messages/t.ts";

/** `today` opens or makes a note, the others are addresses. */
export type Place = {
  id: string;
  to: string;
  search?: Record<string, string>;
  label: string;
  about: string;
  icon: LucideIcon;
};
export type PlaceGroup = "write" | "plan" | "review" | "library";

/** Where the sidebar leads, in its order: what one writes, plans and looks back on, and what lies beside the folders. */
export const PLACES: Record<PlaceGroup, readonly Place[]> = {
  write: [
    {
      id: "dashboard",
      to: "/app/dashboard",
      label: t("Dashboard"),
      about: t("Overview and analytics"),
      icon: LayoutDashboard,
    },
    {
      id: "explorer",
      to: "/app/explorer",
      label: t("Explorer"),
      about: t("File manager and explorer"),
      icon: FolderOpen,
    },
    {
      id: "projects",
      to: "/app/projects",
      label: t("Projects"),
      about: t("Project workspaces"),
      icon: FolderKanban,
    },
    {
      id: "editor",
      to: "/app/editor",
      label: t("Editor"),
      about: t("Write and edit notes"),
      icon: PenLine,
    },
  ],
  plan: [
    {
      id: "chat",
      to: "/app/chat",
      label: t("Chat"),
      about: t("AI-powered conversations"),
      icon: MessageSquare,
    },
    {
      id: "calendar",
      to: "/app/calendar",
      label: t("Calendar"),
      about: t("Schedule and manage events"),
      icon: CalendarDays,
    },
  ],
  review: [
    {
      id: "analytics",
      to: "/app/analytics",
      label: t("Analytics"),
      about: t("Writing insights and stats"),
      icon: ChartLine,
    },
    {
      id: "seo",
      to: "/app/seo",
      label: t("SEO"),
      about: t("SEO optimization and analysis"),
      icon: Search,
    },
    {
      id: "activity",
      to: "/app/activity",
      label: t("Activity"),
      about: t("Track your actions and history"),
      icon: Activity,
    },
  ],
  library: [
    {
      id: "today",
      to: "",
      label: t("Today's Note"),
      about: t("A note for each day"),
      icon: CalendarCheck,
    },
    {
      id: "tasks",
      to: "/app/tasks",
      label: t("Tasks"),
      about: t("Everything to do"),
      icon: ListTodo,
    },
    {
      id: "favorites",
      to: "/app/explorer",
      search: { view: "favorites" },
      label: t("Favorites"),
      about: t("Notes with a star"),
      icon: Star,
    },
    {
      id: "files",
      to: "/app/files",
      label: t("Files"),
      about: t("Pictures and attachments"),
      icon: Paperclip,
    },
    {
      id: "shared",
      to: "/app/shared",
      label: t("Shared"),
      about: t("Shared with you and by you"),
      icon: Users,
    },
    {
      id: "changes",
      to: "/app/changes",
      label: t("Changes"),
      about: t("Review what is proposed"),
      icon: ListChecks,
    },
    {
      id: "agents",
      to: "/app/agents",
      label: t("Agents"),
      about: t("What works by itself"),
      icon: Bot,
    },
    {
      id: "trash",
      to: "/app/explorer",
      search: { view: "trash" },
      label: t("Trash"),
      about: t("Deleted in the last 30 days"),
      icon: Trash2,
    },
  ],
};

export const ALL_PLACES: readonly Place[] = Object.values(PLACES).flat();

export type SidebarChoices = NonNullable<PreferenceSettings["sidebar"]>;
export type Arranged = Record<PlaceGroup | "pinned", Place[]>;

const inOrder = (places: readonly Place[], order: readonly string[] = []): Place[] => {
  const rankOf = ({ id }: Place) => (order.includes(id) ? order.indexOf(id) : order.length);
  return places.toSorted((one, other) => rankOf(one) - rankOf(other));
};

/** The places as a person arranged them; ids of other versions of Cairn are passed over. */
export function arrange({ order, hidden = [], pinned = [] }: SidebarChoices = {}): Arranged {
  const rest = (places: readonly Place[]) =>
    inOrder(places, order).filter(({ id }) => !hidden.includes(id) && !pinned.includes(id));
  return {
    pinned: inOrder(
      ALL_PLACES.filter(({ id }) => pinned.includes(id)),
      pinned,
    ),
    write: rest(PLACES.write),
    plan: rest(PLACES.plan),
    review: rest(PLACES.review),
    library: rest(PLACES.library),
  };
}

/** The place an address belongs to; a folder's is the folder itself, in the tree. */
export function placeAt(path: string, search: Record<string, unknown>): string | null {
  const [, app, part] = path.split("/");
  if (app !== "app" || !part) return null;
  if (part === "explorer")
    return search["view"] === "favorites" || search["view"] === "trash" ? search["view"] : "explorer";
  if (part === "notes" || part === "folders") return "explorer";
  if (part === "voice-chat") return "chat";
  return ALL_PLACES.find(({ to }) => to === `/app/${part}`)?.id ?? null;
}
