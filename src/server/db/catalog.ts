import type { ImportRowKind } from "#contract/imports.ts";

/**
 * Every table, by what its rows are. A table without a class fails the tests, and each class has its own generated leak
 * test (catalog.test.ts).
 *
 * - user: rows of one user, seen by nobody else
 * - shared: rows of a note or a calendar, seen by its owner and by whom `note_access` or `calendar_access` names
 * - global: the same for everybody, written by migrations and definer functions only
 * - auth: read and written on sign-in connections only
 * - internal: no grants at all; reached through definer functions
 */
export type TableClass = "user" | "shared" | "global" | "auth" | "internal";

type Table = {
  class: TableClass;
  writer: string;
  owner?: string;
  /** Its rows in an export of ours are made again as this part of an import, under new ids; `ids` are columns that name other such rows, alone or in a list. */
  imported?: { as: ImportRowKind; ids: string[] };
  /** Made from other rows, of which it tells nothing more: an export of the account leaves it out. */
  isDerived?: true;
  /** SQL over a row `t`: its words that may name a file by its address, which keep the file. Notes are read by files-in-use.ts itself. */
  namesFiles?: string;
};

/**
 * Keyed by schema-qualified name. `owner` is the column that holds the user's id; `writer` the folder of src/server that alone
 * writes the table (db: SQL functions and triggers do), but for those in other-writers.ts.
 */
export const tables: Record<string, Table> = {
  "public.user_profiles": { class: "user", writer: "accounts", owner: "id", namesFiles: "t.avatar_url" },
  "public.folders": { class: "user", writer: "folders", owner: "user_id" },
  "public.tag_fences": {
    class: "user",
    writer: "tags",
    owner: "user_id",
    imported: { as: "tagFences", ids: [] },
  },
  "public.note_links": { class: "user", writer: "collab", owner: "user_id" },
  "public.tasks": {
    class: "user",
    writer: "tasks",
    owner: "user_id",
    imported: { as: "tasks", ids: ["note_id", "parent_id", "waits_for", "note_ids"] },
    namesFiles: "t.description",
  },
  "public.task_completions": {
    class: "user",
    writer: "tasks",
    owner: "user_id",
    imported: { as: "completions", ids: ["task_id"] },
  },
  // Not made again by an import: they are of tasks of others.
  "public.task_days": { class: "user", writer: "tasks", owner: "user_id" },
  "public.calendars": {
    class: "shared",
    writer: "calendar",
    owner: "user_id",
    imported: { as: "calendars", ids: [] },
  },
  "public.calendar_feeds": { class: "user", writer: "calendar", owner: "user_id" },
  "public.calendar_looks": { class: "user", writer: "calendar", owner: "user_id" },
  "public.calendar_events": {
    class: "shared",
    writer: "calendar",
    owner: "user_id",
    imported: { as: "events", ids: ["calendar_id", "series_id", "note_id"] },
    namesFiles: "t.description",
  },
  "public.event_invitations": {
    class: "user",
    writer: "calendar",
    owner: "user_id",
    imported: { as: "answers", ids: ["event_id"] },
  },
  "public.reminders": {
    class: "user",
    writer: "reminders",
    owner: "user_id",
    imported: { as: "reminders", ids: ["note_id", "task_id", "event_id"] },
  },
  "public.push_subscriptions": { class: "user", writer: "reminders", owner: "user_id" },
  // After the two tables whose triggers write it, so that the deletion of an account leaves none.
  "public.sync_floors": { class: "user", writer: "db", owner: "user_id" },
  "public.tokens": { class: "user", writer: "tokens", owner: "user_id" },
  // Not made again by an import: what waits or can be undone belongs to the notes that are here.
  "public.agents": { class: "user", writer: "ai", owner: "user_id" },
  "public.agent_runs": { class: "user", writer: "ai", owner: "user_id" },
  "public.changesets": { class: "user", writer: "changesets", owner: "user_id" },
  "public.changeset_notes": { class: "user", writer: "changesets", owner: "user_id" },
  "public.changeset_records": { class: "user", writer: "changesets", owner: "user_id" },
  "public.projects": {
    class: "user",
    writer: "projects",
    owner: "user_id",
    imported: { as: "projects", ids: ["folder_id", "note_id"] },
    namesFiles: "t.description",
  },
  "public.project_tasks": {
    class: "user",
    writer: "tasks",
    owner: "user_id",
    imported: { as: "projectTasks", ids: ["project_id"] },
  },
  "public.project_events": {
    class: "user",
    writer: "projects",
    owner: "user_id",
    imported: { as: "projectEvents", ids: ["project_id"] },
  },
  "public.project_files": {
    class: "user",
    writer: "projects",
    owner: "user_id",
    imported: { as: "projectFiles", ids: ["project_id"] },
    // What is kept in a project is in use, as if a text named it.
    namesFiles: "('/files/' || t.id)",
  },
  "public.project_templates": {
    class: "user",
    writer: "projects",
    owner: "user_id",
    imported: { as: "projectTemplates", ids: [] },
    namesFiles: "t.content::text",
  },
  // Not made again by an import: they are about the notes that were here.
  "public.gaps": { class: "user", writer: "ai", owner: "user_id" },
  // Not made again by an import: found anew in the notes that are here.
  "public.promises": { class: "user", writer: "promises", owner: "user_id" },
  "public.claims": { class: "user", writer: "contradictions", owner: "user_id", isDerived: true },
  "public.claim_looks": { class: "user", writer: "contradictions", owner: "user_id", isDerived: true },
  "public.settled_pairs": { class: "user", writer: "contradictions", owner: "user_id" },
  "public.promise_looks": { class: "user", writer: "promises", owner: "user_id", isDerived: true },
  "public.note_seo": {
    class: "user",
    writer: "seo",
    owner: "user_id",
    imported: { as: "noteSeo", ids: ["note_id"] },
  },
  // Of pages of this server, which an import does not publish.
  "public.web_links": { class: "user", writer: "web-links", owner: "user_id" },
  "public.note_health": { class: "user", writer: "seo", owner: "user_id" },
  "public.note_templates": {
    class: "user",
    writer: "templates",
    owner: "user_id",
    imported: { as: "templates", ids: [] },
    namesFiles: "t.text",
  },
  "public.metric_series": {
    class: "user",
    writer: "metrics",
    owner: "user_id",
    imported: { as: "metrics", ids: [] },
  },
  "public.metric_points": {
    class: "user",
    writer: "metrics",
    owner: "user_id",
    imported: { as: "metricValues", ids: ["series_id"] },
  },
  // Not made again by an import: what is asked of other servers in one's name is for oneself to begin.
  "public.metric_sources": { class: "user", writer: "metrics", owner: "user_id" },
  // Neither is made again by an import: keys stay where they were sealed, and a record is of what happened here.
  "public.chat_threads": {
    class: "user",
    writer: "ai",
    owner: "user_id",
    imported: { as: "chats", ids: ["leaf_id"] },
  },
  "public.chat_messages": {
    class: "user",
    writer: "ai",
    owner: "user_id",
    namesFiles:
      "CASE WHEN t.files <> '{}' THEN '/files/' || array_to_string(t.files, ' /files/') ELSE '' END",
    imported: { as: "chatMessages", ids: ["thread_id", "parent_id", "cited", "files"] },
  },
  "public.chat_memories": {
    class: "user",
    writer: "ai",
    owner: "user_id",
    imported: { as: "memories", ids: ["thread_id", "folder_id"] },
  },
  "public.model_providers": { class: "user", writer: "ai", owner: "user_id" },
  // Keys of one server's permission with Google; an import makes no connection.
  "public.drive_connections": { class: "user", writer: "drive", owner: "user_id" },
  "public.drive_items": { class: "user", writer: "drive", owner: "user_id" },
  "public.webdav_connections": { class: "user", writer: "drive", owner: "user_id" },
  "public.server_folders": { class: "user", writer: "drive", owner: "user_id" },
  "public.watched_files": { class: "user", writer: "drive", owner: "user_id" },
  "public.backup_places": { class: "user", writer: "drive", owner: "user_id" },
  "public.model_calls": { class: "user", writer: "ai", owner: "user_id" },
  // None is made again by an import: vectors are of the model that made them, and are made anew where that is wanted.
  "public.meaning_indexes": { class: "user", writer: "ai", owner: "user_id" },
  "public.meaning_items": { class: "user", writer: "ai", owner: "user_id", isDerived: true },
  "public.meaning_passages": { class: "user", writer: "ai", owner: "user_id", isDerived: true },
  "public.assistant_actions": {
    class: "user",
    writer: "ai",
    owner: "user_id",
    imported: { as: "assistantActions", ids: [] },
  },
  "public.dashboard_layouts": {
    class: "user",
    writer: "layouts",
    owner: "user_id",
    imported: { as: "layouts", ids: [] },
    namesFiles: "t.layout_config::text",
  },
  "public.dashboard_components": { class: "global", writer: "db" },
  "public.word_days": {
    class: "user",
    writer: "insights",
    owner: "user_id",
    imported: { as: "words", ids: ["note_id"] },
  },
  "public.word_hours": {
    class: "user",
    writer: "insights",
    owner: "user_id",
    imported: { as: "wordHours", ids: ["note_id"] },
  },
  // Before the files, which its rows name.
  "public.user_gallery": {
    class: "user",
    writer: "gallery",
    owner: "user_id",
    imported: { as: "pictures", ids: ["file_id"] },
  },
  "public.files": { class: "user", writer: "files", owner: "user_id" },
  "public.file_texts": { class: "user", writer: "attachments", owner: "user_id" },
  "public.file_uploads": { class: "user", writer: "files", owner: "user_id" },
  "public.guest_uploads": { class: "user", writer: "files", owner: "user_id" },
  "public.user_activities": { class: "user", writer: "activity", owner: "user_id" },
  "public.notifications": { class: "user", writer: "notifications", owner: "user_id" },
  "public.page_metrics": { class: "user", writer: "performance", owner: "user_id" },
  "public.dashboard_workspaces": {
    class: "user",
    writer: "frame",
    owner: "user_id",
    namesFiles: "to_jsonb(t)::text",
  },
  "public.user_preferences": {
    class: "user",
    writer: "frame",
    owner: "user_id",
    namesFiles: "t.settings::text",
  },
  "public.user_onboarding": { class: "user", writer: "frame", owner: "user_id" },
  "public.imports": { class: "user", writer: "import", owner: "user_id" },
  "public.import_items": { class: "user", writer: "import", owner: "user_id" },
  "public.jobs": { class: "user", writer: "jobs", owner: "user_id" },
  "public.live_events": { class: "user", writer: "live", owner: "user_id" },
  "public.live_counters": { class: "user", writer: "live", owner: "user_id" },
  "public.notes_v2": { class: "shared", writer: "notes", owner: "user_id" },
  "public.note_access": { class: "shared", writer: "db", owner: "owner_id" },
  "public.shares": { class: "shared", writer: "sharing", owner: "owner_id" },
  "public.share_blocks": { class: "user", writer: "sharing", owner: "user_id" },
  "public.note_updates": { class: "shared", writer: "collab", owner: "user_id" },
  "public.note_snapshots": { class: "shared", writer: "collab", owner: "user_id" },
  "public.note_history": { class: "shared", writer: "history", owner: "user_id" },
  "public.note_versions": { class: "shared", writer: "history", owner: "user_id" },
  "public.comment_threads": {
    class: "shared",
    writer: "comments",
    owner: "user_id",
    imported: { as: "threads", ids: ["note_id"] },
  },
  "public.note_comments": {
    class: "shared",
    writer: "comments",
    owner: "user_id",
    imported: { as: "comments", ids: ["note_id", "thread_id"] },
    namesFiles: "t.text",
  },
  "public.note_publications": { class: "user", writer: "sharing", owner: "user_id" },
  "public.note_search": { class: "internal", writer: "db" },
  "public.note_words": { class: "internal", writer: "db" },
  "public.word_tallies": { class: "internal", writer: "db" },
  "public.note_words_sweep": { class: "internal", writer: "db" },
  "public.planner_search": { class: "internal", writer: "db" },
  // Nobody's: names of operations, and numbers.
  "public.apm_minutes": { class: "internal", writer: "db" },
  "public.apm_errors": { class: "internal", writer: "db" },
  "public.apm_alarms": { class: "internal", writer: "db" },
  "public.clock_watch": { class: "internal", writer: "db" },
  "public.job_schedules": { class: "internal", writer: "db" },
  "public.job_leader": { class: "internal", writer: "db" },
  "drizzle.__drizzle_migrations": { class: "internal", writer: "db" },
  "drizzle.sql_functions": { class: "internal", writer: "db" },
  "auth.users": { class: "auth", writer: "accounts" },
  "auth.sessions": { class: "auth", writer: "accounts" },
  "auth.accounts": { class: "auth", writer: "accounts" },
  "auth.verifications": { class: "auth", writer: "accounts" },
  "auth.rate_limits": { class: "auth", writer: "accounts" },
  "auth.invitations": { class: "auth", writer: "accounts" },
  "auth.mail_blocks": { class: "auth", writer: "calendar" },
  "auth.referral_codes": { class: "auth", writer: "referrals" },
  "auth.referrals": { class: "auth", writer: "referrals" },
  "auth.oauth_clients": { class: "auth", writer: "tokens" },
  "auth.two_factors": { class: "auth", writer: "accounts" },
  "auth.passkeys": { class: "auth", writer: "accounts" },
};
