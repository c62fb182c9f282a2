import { z } from "zod";
import { declares, Id, Instant, signedIn, text } from "./shared/base.ts";
import { statedAs } from "./nouns.ts";

/** What was recognised, by what the files hold. */
export const ImportFormat = z.enum([
  "markdown",
  "obsidian",
  "html",
  "docx",
  "pdf",
  "epub",
  "notion",
  "evernote",
  "joplin",
  "opml",
  "csv",
  "xlsx",
  "todoist",
  "ticktick",
  "linear",
  "trello",
  "ics",
  "text",
  "json",
  "cairn",
  "mixed",
]);
export type ImportFormat = z.infer<typeof ImportFormat>;

export const ImportStatus = z
  .enum(["uploading", "reading", "ready", "making", "done", "failed", "cancelled", "undone"])
  .describe("ready: the plan is there and nothing is made yet; failed and cancelled leave nothing behind");
export type ImportStatus = z.infer<typeof ImportStatus>;

const Counts = z.object({
  folders: z.int(),
  notes: z.int(),
  files: z.int(),
  tasks: z.int(),
  events: z.int(),
  skipped: z.int(),
});

export const Import = z
  .object({
    id: Id,
    name: z.string().describe("What was chosen: a file's name, or a folder's"),
    status: ImportStatus,
    format: ImportFormat.nullable(),
    size: z.number().int().describe("Bytes that were sent"),
    plan: Counts.describe("What is to be made; skipped is what cannot be, each with its reason"),
    fresh: Counts.omit({ skipped: true }).describe("What of the plan is not there yet"),
    present: z.int().describe("Notes of it that an earlier import of the same made"),
    warned: z.int().describe("Notes with a remark: something in them stays as it was written"),
    made: z.int().describe("Notes made so far"),
    presentRows: z.int().describe("Tasks and events of it that an earlier import of the same made"),
    warnedRows: z.int().describe("Tasks and events, or lists of them, with a remark"),
    madeTasks: z.int(),
    madeEvents: z.int(),
    progress: z
      .object({ step: z.enum(["unpacking", "reading", "making"]), done: z.int(), total: z.int() })
      .nullable(),
    message: z.string().nullable().describe("Why it failed"),
    hasSettings: z.boolean().describe("It brings settings along, which start() can take over"),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .describe(
    "An import: sent (POST /api/imports/{id}/upload), read into a plan, made, and undone with one call",
  );
export type Import = z.infer<typeof Import>;

export const ImportOutcome = z.enum(["planned", "present", "made", "skipped", "undone", "kept"]);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** What is made from rows of our own export, beside notes, folders and files. */
export const IMPORT_ROW_KINDS = statedAs("importKinds");
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number];

export const ImportItem = z.object({
  position: z.int(),
  kind: z.enum(["folder", "note", "file", ...IMPORT_ROW_KINDS, "settings"]),
  path: z
    .string()
    .describe("In what was sent; of rows of our own export how many of which kind, such as 3 tasks"),
  title: z.string(),
  entityId: Id.nullable(),
  outcome: ImportOutcome,
  reason: z.string().nullable(),
  problems: z
    .array(z.object({ line: z.int(), kind: z.string(), source: z.string(), became: z.string() }))
    .describe("What stays as it was written, and what could not come along"),
});
export type ImportItem = z.infer<typeof ImportItem>;

const ById = z.object({ importId: Id });

export const imports = {
  create: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "POST", path: "/imports", summary: "Begin an import", successStatus: 201 })
    .input(z.object({ name: text(300).pipe(z.string().trim().min(1)) }))
    .output(Import),

  list: signedIn
    .route({ method: "GET", path: "/imports", summary: "The imports of the last 90 days, newest first" })
    .input(z.object({}).optional())
    .output(z.object({ imports: z.array(Import) })),

  get: signedIn
    .route({ method: "GET", path: "/imports/{importId}", summary: "One import, with its progress" })
    .input(ById)
    .output(Import),

  items: signedIn
    .route({ method: "GET", path: "/imports/{importId}/items", summary: "What it makes, made and left out" })
    .input(
      z.object({
        importId: Id,
        only: z
          .enum(["all", "remarks"])
          .default("all")
          .describe("remarks: what was left out, and notes in which something stays as written"),
        after: z.coerce.number().int().min(-1).default(-1).describe("The position of the last item known"),
        limit: z.coerce.number().int().min(1).max(500).default(200),
      }),
    )
    .output(z.object({ items: z.array(ImportItem), nextAfter: z.int().nullable() })),

  read: signedIn
    .errors(declares("CONFLICT", "UNAVAILABLE"))
    .route({ method: "POST", path: "/imports/{importId}/read", summary: "Read what was sent into a plan" })
    .input(
      ById.extend({
        passphrase: text(200)
          .pipe(z.string().min(1))
          .optional()
          .describe("Of an encrypted backup of an account; INVALID_INPUT where it is needed or wrong"),
      }),
    )
    .output(Import),

  start: signedIn
    .errors(declares("CONFLICT", "UNAVAILABLE"))
    .route({ method: "POST", path: "/imports/{importId}/start", summary: "Make what the plan says" })
    .input(
      z.object({
        importId: Id,
        folderId: Id.nullable().default(null).describe("Where it goes; null is the top"),
        withSettings: z.boolean().default(false),
      }),
    )
    .output(Import),

  cancel: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/imports/{importId}/cancel",
      summary: "Stop it; what it has made goes into the trash",
    })
    .input(ById)
    .output(Import),

  undo: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/imports/{importId}/undo",
      summary: "Put everything it made into the trash for 30 days",
    })
    .input(
      z.object({
        importId: Id,
        withEdited: z.boolean().default(false).describe("Also notes that were changed since; else they stay"),
      }),
    )
    .output(z.object({ import: Import, undone: z.int(), kept: z.int().describe("Notes changed since") })),
};

/** What a value of a table's status becomes; `skip`: its tasks are left out. */
export const TABLE_STATES = ["todo", "doing", "done", "skip"] as const;
export type TableState = (typeof TABLE_STATES)[number];

/** What `POST /api/projects/tables/look` says of a table of tasks that was sent, before anything is made. */
export type TaskTableLook = {
  source: "linear" | "trello" | "csv";
  /** What a new project with them would be called. */
  title: string;
  /** Rows with a task. */
  total: number;
  /** Those that would be made with these choices. */
  tasks: number;
  /** Of them those below another one. */
  subTasks: number;
  /** Values of the column of states, and what each becomes; in the order of the table. */
  states: { value: string; count: number; state: TableState }[];
  /** How 03/04/2026 is read, null where nothing is written so; chosen by whoever imports it where no day says it surely. */
  dayOrder: { isDayFirst: boolean; isSure: boolean } | null;
  /** Archived and canceled ones, which come along where that is chosen. */
  away: number;
  leftOut: { why: "present" | "away" | "state" | "untitled" | "repeated"; count: number }[];
  /** What comes along otherwise than it was there. */
  changed: { what: "parent" | "deep" | "date" | "checklist" | "cut"; count: number }[];
  /** Tasks that someone who sees the shared project will have to do. */
  assigned: number;
  /** Who else is named for a task; the names go into its description. */
  strangers: { count: number; names: string[] };
  rows: {
    title: string;
    state: TableState;
    value: string;
    dueDate: string | null;
    tags: string[];
    isBelow: boolean;
  }[];
};

/** What `POST /api/projects/tables` has made; the import is undone like others. */
export type TaskTableImport = { importId: string; projectId: string; made: number; present: number };
