import {
  CalendarDays,
  Download,
  FolderKanban,
  FolderOpen,
  LayoutDashboard,
  type LucideIcon,
  PenLine,
  Plus,
  RefreshCw,
  RotateCcw,
  Settings,
  Star,
  StarOff,
  Trash2,
  Upload,
} from "lucide-react";
import type { ActivityType } from "#contract/activity.ts";

/** What an entry looks like and is called in filters. */
export const faces: Record<ActivityType, { icon: LucideIcon; words: string }> = {
  note_created: { icon: Plus, words: "Note created" },
  note_updated: { icon: PenLine, words: "Note updated" },
  note_deleted: { icon: Trash2, words: "Note deleted" },
  note_restored: { icon: RotateCcw, words: "Note restored" },
  note_favorited: { icon: Star, words: "Added to favorites" },
  note_unfavorited: { icon: StarOff, words: "Removed from favorites" },
  folder_created: { icon: FolderOpen, words: "Folder created" },
  folder_updated: { icon: FolderOpen, words: "Folder updated" },
  folder_deleted: { icon: Trash2, words: "Folder deleted" },
  folder_restored: { icon: RotateCcw, words: "Folder restored" },
  event_created: { icon: CalendarDays, words: "Event created" },
  event_updated: { icon: CalendarDays, words: "Event updated" },
  event_deleted: { icon: CalendarDays, words: "Event deleted" },
  project_created: { icon: FolderKanban, words: "Project created" },
  project_updated: { icon: FolderKanban, words: "Project updated" },
  project_deleted: { icon: FolderKanban, words: "Project deleted" },
  export_notes: { icon: Download, words: "Notes exported" },
  import_notes: { icon: Upload, words: "Notes imported" },
  dashboard_viewed: { icon: LayoutDashboard, words: "Dashboard viewed" },
  settings_updated: { icon: Settings, words: "Settings changed" },
  notes_refreshed: { icon: RefreshCw, words: "Notes refreshed" },
};

/** The filters of the page, each for a few types. */
export const GROUPS: { id: string; words: string; types: ActivityType[] }[] = [
  {
    id: "notes",
    words: "Notes",
    types: [
      "note_created",
      "note_updated",
      "note_deleted",
      "note_restored",
      "note_favorited",
      "note_unfavorited",
    ],
  },
  {
    id: "folders",
    words: "Folders",
    types: ["folder_created", "folder_updated", "folder_deleted", "folder_restored"],
  },
  { id: "events", words: "Events", types: ["event_created", "event_updated", "event_deleted"] },
  { id: "projects", words: "Projects", types: ["project_created", "project_updated", "project_deleted"] },
  { id: "transfer", words: "Import and export", types: ["import_notes", "export_notes", "notes_refreshed"] },
  { id: "settings", words: "Settings", types: ["settings_updated", "dashboard_viewed"] },
];
