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

/** Definer functions the application may call; each looks at the current user's rows or tells ids and counts only. */
export const userFunctions = [
  "has_note_access(uuid, uuid, text)",
  "search_notes(text[], text[], text[], integer, jsonb)",
  "notes_titled(text[])",
  "search_shared(text[], text[], text[], integer, jsonb)",
  "search_any_words(text[], text[], jsonb, uuid[], uuid[], integer)",
  "search_attachments(text[], text[], text[], uuid[], integer, integer, integer, jsonb)",
  "search_planner(boolean, text[], text[], text[], text[], integer)",
  "notes_within_reach(uuid[], text)",
  "search_chats(text[])",
  "planner_within_reach(boolean, uuid[], text)",
  "erase_user_rows()",
  "writers_of_note(uuid)",
  "zones_of_writers(uuid[])",
  "word_tallies_of(uuid)",
  "keep_word_hours(uuid, uuid[], date[], smallint[], text[], integer[], integer[], bit[])",
  "keep_words(uuid, bigint, bigint, uuid[], date[], text[], integer[], integer[], bytea[])",
  "notify_writers(uuid, uuid[])",
  "notify_note_readers(uuid, text, text)",
  "sync_search_of_notes(uuid[])",
  "owner_of_shared_file(uuid)",
  "shared_with_me()",
  "folders_shared_with_me()",
  "names_of_my_guests()",
  "accept_share(uuid)",
  "block_sender(uuid)",
  "calendars_shared_with_me()",
  "hold_calendar(uuid)",
  "busy_times(date, date, uuid)",
  "events_of_owner(uuid, integer)",
  "notify_calendar_readers(uuid[], text, text)",
  "log_for_calendar_owner(uuid, uuid, text, text, jsonb)",
  "part_reminders_of_owner(uuid, uuid)",
  "project_access()",
  "open_project_tasks(text)",
  "is_free_task_id(uuid)",
  "keep_in_project(uuid[])",
  "projects_of_tasks(uuid[])",
  "project_to_assign_in(uuid, uuid)",
  "hold_project(uuid, integer)",
  "projects_shared_with_me(uuid, date)",
  "people_of_project(uuid)",
  "people_of_task(uuid)",
  "people_of_note(uuid)",
  "notify_project_readers(uuid[], text, text)",
  "log_for_project_owner(uuid, uuid, text, text, jsonb)",
  // Of a visitor: they go by the address of a published page alone.
  "published_page()",
  "published_links()",
  "published_body(uuid)",
  "published_file(uuid)",
  "published_feed()",
  // Of a visitor with the public address of a picture.
  "picture_of_visitor()",
  // Of a visitor with the private address of a calendar.
  "feed_calendar()",
  "feed_events(uuid)",
  // Of somebody with the link of an invitation to an event.
  "invitation_of_visitor()",
  // Of a program with an app password.
  "token_of_secret(text)",
  // Of a program with the address of an agent.
  "agent_of_webhook()",
  "grant_of_refresh()",
];

/** What `asSystem` may call: across users, never content. */
export const systemFunctions = {
  notesToDerive: "system_notes_to_derive(integer)",
  notesToCompact: "system_notes_to_compact(integer, integer)",
  watchClock: "system_watch_clock()",
  purge: "system_purge()",
  filesToPurge: "system_files_to_purge(integer)",
  filesToRead: "system_files_to_read(text[], integer)",
  filesToRecognize: "system_files_to_recognize(text[], integer)",
  uploadsToPurge: "system_uploads_to_purge(integer)",
  notesToThin: "system_notes_to_thin(integer)",
  purgeTasks: "system_purge_tasks()",
  purgeEvents: "system_purge_events()",
  purgePictures: "system_purge_pictures()",
  purgeLayouts: "system_purge_layouts()",
  switchComponent: "system_switch_component(text, boolean)",
  meaningDue: "system_meaning_due(double precision, integer)",
  purgeChats: "system_purge_chats()",
  purgeModelCalls: "system_purge_model_calls()",
  purgeWords: "system_purge_words(integer)",
  counts: "system_counts()",
  liveEvents: "system_live_events(uuid, bigint)",
  isSenderBlocked: "system_is_sender_blocked(uuid, uuid)",
  claimShares: "system_claim_shares(boolean)",
  forgetWords: "system_forget_words(integer)",
  leadJobs: "system_lead_jobs(text, text[], double precision)",
  finishSchedule: "system_finish_schedule(text)",
  dueReminders: "system_due_reminders(integer)",
  indexedPages: "system_indexed_pages(integer)",
  usersWithBriefs: "system_users_with_briefs()",
  usersCheckingLinks: "system_users_checking_links()",
  usersWithPages: "system_users_with_pages()",
  apmKeep: "system_apm_keep(text, timestamptz, jsonb, jsonb, text)",
  apmMinutes: "system_apm_minutes(timestamptz, boolean)",
  apmStretches: "system_apm_stretches(timestamptz, boolean)",
  apmRollUp: "system_apm_roll_up(integer)",
  apmDisk: "system_apm_disk()",
  apmErrors: "system_apm_errors(integer)",
  apmState: "system_apm_state()",
  apmSetAlarms: "system_apm_set_alarms(jsonb)",
  apmClaimAlarms: "system_apm_claim_alarms()",
  apmAlarmTold: "system_apm_alarm_told(uuid, boolean)",
  apmAlarms: "system_apm_alarms(integer)",
  claimJobs: "system_claim_jobs(text[], integer, double precision)",
} as const;
export type SystemFunction = keyof typeof systemFunctions;
