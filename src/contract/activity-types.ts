/** Without Zod, so that pages can use them. The specification's eighteen, its `notes_refreshed`, and ours. */
export const ACTIVITY_TYPES = [
  "note_created",
  "note_updated",
  "note_deleted",
  "note_favorited",
  "note_unfavorited",
  "folder_created",
  "folder_updated",
  "folder_deleted",
  "event_created",
  "event_updated",
  "event_deleted",
  "project_created",
  "project_updated",
  "project_deleted",
  "export_notes",
  "import_notes",
  "dashboard_viewed",
  "settings_updated",
  "notes_refreshed",
  "note_restored",
  "folder_restored",
  "note_version_restored",
  "file_deleted",
  "file_restored",
  "trash_emptied",
] as const;

/** What happens in a browser alone, and is logged by it. */
export const LOGGED_BY_PAGES = ["export_notes", "dashboard_viewed", "notes_refreshed"] as const;
