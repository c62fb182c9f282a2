import type { McpServerSettings } from "./mcp-settings.ts";
import type { OperatorModels } from "./model-settings.ts";
import { isIP } from "./network.ts";
import { resolve } from "node:path";
import type { z } from "zod";
import { type BackupKeep, SETTINGS, type Setting, type SettingName } from "./settings.ts";

/** Everything an operator can set, checked and with defaults filled in. docs/operations.md explains each. */
export interface Config {
  port: number;
  host: string;
  /** The address people type. Only its origin counts: Cairn always lives at `/`. */
  publicUrl: URL;
  /** Absolute path. */
  dataDir: string;
  /** Absent: the embedded database is used. */
  databaseUrl?: string;
  /** The tables' owner, for migrations, when it differs from the role in `databaseUrl`. */
  databaseOwnerUrl?: string;
  /** Absent: mails become files in `<dataDir>/outbox`. */
  smtpUrl?: string;
  mailFrom: string;
  registration: "open" | "invite" | "closed";
  /** Invitation links of every account: counted, off, or enough to register where `registration` is "invite". */
  referrals: "on" | "off" | "admit";
  requireVerifiedEmail: boolean;
  /** Lower case. Empty: the first account is the operator. */
  operatorEmails: string[];
  /** Lower case. The account that visitors try Cairn with: it opens in the default theme, whatever was chosen in it. */
  demoEmail?: string;
  passwordMinLength: number;
  /** Addresses, ranges or the words that Fastify's `trustProxy` knows. */
  trustedProxies: string[];
  /** `host:port` of servers that users may name as addresses though they are inside. */
  egressAllow: string[];
  /** Sites whose pages dashboards may show. */
  embedOrigins: string[];
  /** Lower-case names without a port that a Host header may carry; never empty. */
  allowedHosts: string[];
  /** Whether operators are told when something is wrong with the server. */
  alarms: boolean;
  /** Absent: /metrics answers nobody. */
  metricsToken?: string;
  /** Where a collector of OpenTelemetry takes metrics, and headers that it asks for. Absent: nothing is sent. */
  otlp?: { url: URL; headers: Record<string, string> };
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** Absent: made once and kept in `<dataDir>/secret`. */
  secret?: string;
  maxImageBytes: number;
  /** Of attachments of any kind. */
  maxFileBytes: number;
  maxVideoBytes: number;
  /** What the files of one account may take together; null for no limit. */
  quotaBytes: number | null;
  /** What the notes of one account may be, and take with their history; null for no limit. */
  quotaNotes: number | null;
  quotaTextBytes: number | null;
  /** Absent: files are kept in `<dataDir>/files`. */
  s3?: {
    bucket: string;
    /** Absent: Amazon's own, of the region. */
    endpoint?: URL;
    region: string;
    /** Absent: the machine's own, as Amazon's tools find them. */
    accessKeyId?: string;
    secretAccessKey?: string;
    /** The bucket in the path and not in the host name. */
    pathStyle: boolean;
  };
  /** What people may do for the banner of their dashboard. */
  banner: { canUpload: boolean; canGenerate: boolean };
  /** Whether words that can be seen in pictures and scans are read, and an absolute path with languages besides English. */
  pictureText: { isOn: boolean; languages: string | null };
  /** Servers of AI models. */
  models: {
    providers: OperatorModels[];
    canUsersAdd: boolean;
    /** Of an account, of the operator's models, within 24 hours; null: as many as it likes. */
    tokensADay: number | null;
  };
  /** Servers whose tools Chat may use. */
  mcpServers: McpServerSettings[];
  /** Of Open-Meteo, or of a server that speaks as it does. A key may stand in the addresses. */
  weather: { isOn: boolean; forecastUrl: URL; placesUrl: URL };
  /** How Cairn is known to Google; without an id, Google Drive can't be connected. */
  google: {
    client: { id: string; secret: string } | null;
    /** Of the picker, in browsers. */
    apiKey: string | null;
    accountsUrl: URL;
    oauthUrl: URL;
    apiUrl: URL;
    pickerUrl: URL;
  };
  /** Absolute path, below which accounts have folders whose files come in by themselves. Absent: they have none. */
  watchedFolder: string | null;
  backups: {
    isOn: boolean;
    /** Of the day, in the machine's time zone. */
    hour: number;
    keep: BackupKeep;
    /** Absolute path. */
    dir: string;
    /** Absent: backups are not encrypted, and leave the secret out. */
    key?: string;
  };
  nodeEnv: "production" | "development" | "test";
}

/** Thrown by `readConfig`; its message is written for the person at the terminal and names every fault. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Values = { [Name in SettingName]: z.infer<(typeof SETTINGS)[Name]["schema"]> };
type Environment = Record<string, string | undefined>;

/**
 * Reads all settings from `env`; relative paths count from `root`. Pure: it touches neither disk nor network.
 * @throws ConfigError that names every faulty variable, its value, why it is wrong and an example.
 */
export function readConfig(env: Environment, root: string): Config {
  const faults: string[] = [];
  const values = {} as Record<SettingName, unknown>;
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    // `PORT=` in an .env file means "not set", as people expect.
    const raw = env[name]?.trim() || undefined;
    const { schema, fallback }: Setting = SETTINGS[name];
    const result = schema.safeParse(raw ?? fallback);
    if (result.success) values[name] = result.data;
    else faults.push(describeFault(name, raw, result.error));
  }
  const given = values as Values;
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL) {
    faults.push(
      "DATABASE_OWNER_URL is set, but DATABASE_URL is not: it is the second address of one database.\n" +
        `  Example: DATABASE_URL=${SETTINGS.DATABASE_URL.example}`,
    );
  }
  faults.push(...s3Faults(given), ...googleFaults(given));
  if (faults.length > 0) throw new ConfigError(summary(faults));
  return toConfig(given, root);
}

/** Half of what a bucket needs would end in files on the disk, or in nothing that works. */
function s3Faults({ S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Values): string[] {
  const example = (name: SettingName) => `\n  Example: ${name}=${SETTINGS[name].example}`;
  const faults: string[] = [];
  if (!S3_BUCKET && (S3_ENDPOINT ?? S3_ACCESS_KEY_ID ?? S3_SECRET_ACCESS_KEY))
    faults.push(
      `S3_BUCKET is not set, but other S3 settings are: it names the bucket.${example("S3_BUCKET")}`,
    );
  if (Boolean(S3_ACCESS_KEY_ID) !== Boolean(S3_SECRET_ACCESS_KEY))
    faults.push(
      `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together, but only one is set.${example("S3_ACCESS_KEY_ID")}`,
    );
  return faults;
}

function googleFaults({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Values): string[] {
  if (Boolean(GOOGLE_CLIENT_ID) === Boolean(GOOGLE_CLIENT_SECRET)) return [];
  return [
    "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together, but only one is set." +
      `\n  Example: GOOGLE_CLIENT_ID=${SETTINGS.GOOGLE_CLIENT_ID.example}`,
  ];
}

function describeFault(name: SettingName, raw: string | undefined, error: z.ZodError): string {
  const setting: Setting = SETTINGS[name];
  const shown = raw === undefined ? "is not set" : setting.isSecret ? "has a value" : `is "${raw}"`;
  const why = error.issues.map((issue) => issue.message).join("; ");
  return `${name} ${shown}, but it ${why}.\n  Example: ${name}=${setting.example}`;
}

function summary(faults: string[]): string {
  const count = faults.length === 1 ? "One setting is" : `${faults.length} settings are`;
  return `${count} wrong, so Cairn did not start:\n\n${faults.join("\n\n")}\n\nEvery setting is explained in docs/operations.md.`;
}

const modelsOf = (values: Values): Config["models"] => ({
  providers: values.MODEL_PROVIDERS,
  canUsersAdd: values.USER_MODELS,
  tokensADay: values.MODEL_TOKENS_A_DAY || null,
});

/** Servers of others that this one asks. */
const othersOf = (values: Values): Pick<Config, "models" | "mcpServers" | "weather" | "google"> => ({
  models: modelsOf(values),
  mcpServers: values.MCP_SERVERS,
  weather: toWeather(values),
  google: toGoogle(values),
});

function toConfig(values: Values, root: string): Config {
  const publicUrl = values.PUBLIC_URL ?? new URL(`http://localhost:${values.PORT}`);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir: resolve(root, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Cairn <no-reply@${publicUrl.hostname}>`,
    registration: values.REGISTRATION,
    referrals: values.REFERRALS,
    requireVerifiedEmail: values.REQUIRE_VERIFIED_EMAIL,
    operatorEmails: values.OPERATOR_EMAILS,
    demoEmail: values.DEMO_EMAIL,
    passwordMinLength: values.PASSWORD_MIN_LENGTH,
    trustedProxies: values.TRUSTED_PROXIES,
    egressAllow: values.EGRESS_ALLOW,
    embedOrigins: values.EMBED_ORIGINS,
    allowedHosts: allowedHosts(values, publicUrl),
    alarms: values.ALARMS,
    metricsToken: values.METRICS_TOKEN,
    otlp: toCollector(values),
    logLevel: values.LOG_LEVEL,
    secret: values.CAIRN_SECRET,
    maxImageBytes: values.MAX_IMAGE_BYTES,
    maxFileBytes: values.MAX_FILE_BYTES,
    maxVideoBytes: values.MAX_VIDEO_BYTES,
    ...quotasOf(values),
    s3: toBucket(values),
    banner: { canUpload: values.BANNER_UPLOAD, canGenerate: values.BANNER_GENERATION },
    pictureText: toPictureText(values, root),
    ...othersOf(values),
    watchedFolder: values.WATCHED_FOLDER ? resolve(root, values.WATCHED_FOLDER) : null,
    backups: toBackups(values, root),
    nodeEnv: values.NODE_ENV,
  };
}

const quotasOf = (values: Values): Pick<Config, "quotaBytes" | "quotaNotes" | "quotaTextBytes"> => ({
  quotaBytes: values.QUOTA_BYTES || null,
  quotaNotes: values.QUOTA_NOTES || null,
  quotaTextBytes: values.QUOTA_TEXT_BYTES || null,
});

/** The address is that of all signals, as OpenTelemetry has it. */
function toCollector(values: Values): Config["otlp"] {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return undefined;
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/metrics`;
  return { url, headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {} };
}

function toBucket(values: Values): Config["s3"] {
  if (!values.S3_BUCKET) return undefined;
  return {
    bucket: values.S3_BUCKET,
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    pathStyle: values.S3_PATH_STYLE,
  };
}

const toPictureText = (values: Values, root: string): Config["pictureText"] => ({
  isOn: values.PICTURE_TEXT,
  languages: values.PICTURE_TEXT_LANGUAGES ? resolve(root, values.PICTURE_TEXT_LANGUAGES) : null,
});

const toWeather = (values: Values): Config["weather"] => ({
  isOn: values.WEATHER,
  forecastUrl: values.WEATHER_URL,
  placesUrl: values.WEATHER_PLACES_URL,
});

const toGoogle = (values: Values): Config["google"] => ({
  client:
    values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
      ? { id: values.GOOGLE_CLIENT_ID, secret: values.GOOGLE_CLIENT_SECRET }
      : null,
  apiKey: values.GOOGLE_API_KEY ?? null,
  accountsUrl: values.GOOGLE_ACCOUNTS_URL,
  oauthUrl: values.GOOGLE_OAUTH_URL,
  apiUrl: values.GOOGLE_API_URL,
  pickerUrl: values.GOOGLE_PICKER_URL,
});

const toBackups = (values: Values, root: string): Config["backups"] => ({
  isOn: values.BACKUPS,
  hour: values.BACKUP_HOUR,
  keep: values.BACKUP_KEEP,
  dir: resolve(root, values.BACKUP_DIR ?? `${values.DATA_DIR}/backups`),
  key: values.BACKUP_KEY,
});

/** A name is needed only where a browser could be lured to (DNS rebinding); this machine's own names always are. */
function allowedHosts(values: Values, publicUrl: URL): string[] {
  const own = ["localhost", "127.0.0.1", "[::1]"];
  const isWildcard = values.HOST === "0.0.0.0" || values.HOST === "::";
  if (!isWildcard) own.push(isIP(values.HOST) === 6 ? `[${values.HOST}]` : values.HOST);
  return [
    ...new Set([publicUrl.hostname, ...own, ...values.ALLOWED_HOSTS].map((host) => host.toLowerCase())),
  ];
}
