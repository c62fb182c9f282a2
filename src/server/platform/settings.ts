import { z } from "zod";
import { hostPort } from "./egress/destination.ts";
import { MODEL_PROVIDERS_EXAMPLE, modelProviders } from "./model-settings.ts";
import { MCP_SERVERS_EXAMPLE, mcpServers } from "./mcp-settings.ts";
import { isIP } from "./network.ts";

/** One environment variable. Its faults read as "PORT is "x", but it <message>". */
export interface Setting<T = unknown> {
  schema: z.ZodType<T>;
  /** What an unset variable is read as; absent when unset has a meaning of its own. */
  fallback?: string;
  example: string;
  /** Its value never appears in a message or a log. */
  isSecret?: boolean;
}

const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

const oneOf = <const Words extends [string, ...string[]]>(...words: Words) =>
  z.enum(words, { error: `must be one of: ${words.join(", ")}` });

const onOrOff = oneOf("on", "off").transform((word) => word === "on");

const yesOrNo = oneOf("true", "false").transform((word) => word === "true");

const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""))
    .pipe(z.array(item));

const url = (protocols: string[], what: string) =>
  z.string().refine((text) => protocols.includes(urlOf(text)?.protocol ?? ""), `must be ${what}`);

const postgresUrl = url(
  ["postgres:", "postgresql:"],
  "the address of a PostgreSQL database (postgres://...)",
);

/** Only an origin: the session cookie is bound to the whole host, so Cairn cannot live below a path. */
const origin = z
  .string()
  .refine((text) => {
    const parsed = urlOf(text);
    return parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`;
  }, "must be an address with http:// or https:// and nothing behind the host and port")
  .transform((text) => new URL(text));

/** With whatever stands behind the host: a path, a key. */
const webAddress = url(["http:", "https:"], "an address with http:// or https://").transform(
  (text) => new URL(text),
);

/** A site whose pages may be shown within ours; never a word of the policy that they are written into. */
const site = origin
  .refine(({ host }) => /^[\w.:[\]-]+$/.test(host), "must list sites by their names")
  .transform((url) => url.origin);

const hostName = z
  .string()
  .regex(/^([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/i, "must list host names without scheme or port");

/** Written as addresses are compared: `0x7f.1:80` is 127.0.0.1:80. */
const server = z
  .string()
  .refine(
    (text) => /^([\w.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/i.test(text) && urlOf(`http://${text}`) !== undefined,
    "must list servers as host:port, without scheme or path",
  )
  .transform((text) => hostPort(new URL(`http://${text}`)));

const PROXY_WORDS = ["loopback", "linklocal", "uniquelocal"];
const proxy = z
  .string()
  .refine(
    (text) => PROXY_WORDS.includes(text) || isAddressRange(text),
    `must list addresses, ranges like 10.0.0.0/8, or the words ${PROXY_WORDS.join(", ")}`,
  );

const sender = z
  .string()
  .regex(
    /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    "must be a mail address, with or without a name",
  );

/** How many backups stay: the newest of each of so many days, weeks and months that have one. */
export type BackupKeep = { daily: number; weekly: number; monthly: number };

const keep = z
  .string()
  .regex(
    /^\d{1,4} (daily|weekly|monthly)(\s*,\s*\d{1,4} (daily|weekly|monthly))*$/,
    "must say how many backups stay, as daily, weekly and monthly",
  )
  .transform((text) => {
    const parts = text.split(",").map((part) => part.trim().split(" ") as [string, keyof BackupKeep]);
    const found: BackupKeep = { daily: 0, weekly: 0, monthly: 0 };
    for (const [count, period] of parts) found[period] = Number(count);
    return found;
  })
  .refine(({ daily, weekly, monthly }) => daily + weekly + monthly > 0, "must keep at least one backup");

/** As OpenTelemetry writes them: values may be percent-encoded. */
const headers = z
  .string()
  .regex(/^[\w-]+=[^,]+(,\s*[\w-]+=[^,]+)*$/, "must list headers as name=value, with commas between them")
  .transform((text) => text.split(",").map((pair) => /^\s*([\w-]+)=(.*)$/s.exec(pair)!))
  .refine((pairs) => pairs.every(([, , value]) => isEncoded(value!)), "must escape % as %25")
  .transform((pairs) =>
    Object.fromEntries(pairs.map(([, name, value]) => [name!, decodeURIComponent(value!)])),
  );

/** Every variable that Cairn reads, in the order of docs/operations.md (a test compares the two). */
export const SETTINGS = {
  PORT: { schema: number(0, 65_535), fallback: "4870", example: "8080" },
  HOST: {
    schema: z
      .string()
      .refine((text) => isIP(text) !== 0 || text === "localhost", "must be an IP address of this machine"),
    fallback: "127.0.0.1",
    example: "0.0.0.0",
  },
  PUBLIC_URL: { schema: origin.optional(), example: "https://notes.example.org" },
  ALLOWED_HOSTS: { schema: list(hostName), fallback: "", example: "notes.example.org, cairn.lan" },
  TRUSTED_PROXIES: { schema: list(proxy), fallback: "", example: "loopback, 10.0.0.0/8" },
  EGRESS_ALLOW: { schema: list(server), fallback: "", example: "localhost:11434, models.lan:8000" },
  EMBED_ORIGINS: {
    schema: list(site),
    fallback: "",
    example: "https://status.example.org, http://grafana.lan:3000",
  },
  DATA_DIR: { schema: z.string(), fallback: "data", example: "/var/lib/cairn" },
  DATABASE_URL: {
    schema: postgresUrl.optional(),
    example: "postgres://cairn_app:password@db.example.org:5432/cairn",
    isSecret: true,
  },
  DATABASE_OWNER_URL: {
    schema: postgresUrl.optional(),
    example: "postgres://cairn_owner:password@db.example.org:5432/cairn",
    isSecret: true,
  },
  REGISTRATION: { schema: oneOf("open", "invite", "closed"), fallback: "open", example: "invite" },
  REFERRALS: { schema: oneOf("on", "off", "admit"), fallback: "on", example: "off" },
  REQUIRE_VERIFIED_EMAIL: { schema: yesOrNo, fallback: "false", example: "true" },
  OPERATOR_EMAILS: {
    schema: list(
      z
        .string()
        .toLowerCase()
        .pipe(z.email({ error: "must list mail addresses" })),
    ),
    fallback: "",
    example: "ada@example.org, grace@example.org",
  },
  DEMO_EMAIL: {
    schema: z
      .string()
      .toLowerCase()
      .pipe(z.email({ error: "must be a mail address" }))
      .optional(),
    example: "demo@example.org",
  },
  PASSWORD_MIN_LENGTH: { schema: number(6, 128), fallback: "6", example: "12" },
  SMTP_URL: {
    schema: url(["smtp:", "smtps:"], "the address of a mail server (smtp:// or smtps://)").optional(),
    example: "smtps://user:password@mail.example.org:465",
    isSecret: true,
  },
  MAIL_FROM: { schema: sender.optional(), example: "Cairn <cairn@example.org>" },
  MAX_IMAGE_BYTES: {
    schema: number(100_000, 100_000_000),
    fallback: String(10 * 1024 * 1024),
    example: "20971520",
  },
  MAX_FILE_BYTES: {
    schema: number(100_000, 2_000_000_000),
    fallback: String(50 * 1024 * 1024),
    example: "104857600",
  },
  MAX_VIDEO_BYTES: {
    schema: number(100_000, 2_000_000_000),
    fallback: String(200 * 1024 * 1024),
    example: "524288000",
  },
  QUOTA_BYTES: {
    schema: number(0, 1_000_000_000_000_000),
    fallback: "10000000000",
    example: "53687091200",
  },
  QUOTA_NOTES: { schema: number(0, 100_000_000), fallback: "200000", example: "20000" },
  QUOTA_TEXT_BYTES: {
    schema: number(0, 1_000_000_000_000_000),
    fallback: "2000000000",
    example: "500000000",
  },
  S3_BUCKET: { schema: z.string().optional(), example: "cairn" },
  S3_ENDPOINT: { schema: origin.optional(), example: "https://s3.example.org" },
  S3_REGION: { schema: z.string(), fallback: "us-east-1", example: "eu-central-1" },
  S3_ACCESS_KEY_ID: { schema: z.string().optional(), example: "AKIAEXAMPLE", isSecret: true },
  S3_SECRET_ACCESS_KEY: { schema: z.string().optional(), example: "wJalrXUtnFEMI/EXAMPLE", isSecret: true },
  S3_PATH_STYLE: { schema: onOrOff, fallback: "on", example: "off" },
  BANNER_UPLOAD: { schema: onOrOff, fallback: "on", example: "off" },
  BANNER_GENERATION: { schema: onOrOff, fallback: "on", example: "off" },
  PICTURE_TEXT: { schema: onOrOff, fallback: "on", example: "off" },
  PICTURE_TEXT_LANGUAGES: { schema: z.string().optional(), example: "/usr/share/tesseract-ocr/5/tessdata" },
  MODEL_PROVIDERS: {
    schema: modelProviders,
    fallback: "[]",
    example: MODEL_PROVIDERS_EXAMPLE,
    isSecret: true,
  },
  MCP_SERVERS: { schema: mcpServers, fallback: "[]", example: MCP_SERVERS_EXAMPLE, isSecret: true },
  USER_MODELS: { schema: onOrOff, fallback: "on", example: "off" },
  MODEL_TOKENS_A_DAY: { schema: number(0, 1_000_000_000_000), fallback: "0", example: "200000" },
  WEATHER: { schema: onOrOff, fallback: "on", example: "off" },
  WEATHER_URL: {
    schema: webAddress,
    fallback: "https://api.open-meteo.com/v1/forecast",
    example: "http://open-meteo.lan:8080/v1/forecast",
    isSecret: true,
  },
  WEATHER_PLACES_URL: {
    schema: webAddress,
    fallback: "https://geocoding-api.open-meteo.com/v1/search",
    example: "http://open-meteo.lan:8080/v1/search",
    isSecret: true,
  },
  GOOGLE_CLIENT_ID: {
    schema: z
      .string()
      .regex(/^[\w.-]+$/, "must be an OAuth client ID as Google shows it")
      .optional(),
    example: "123456789012-abc123.apps.googleusercontent.com",
  },
  GOOGLE_CLIENT_SECRET: { schema: z.string().optional(), example: "GOCSPX-example", isSecret: true },
  GOOGLE_API_KEY: {
    schema: z
      .string()
      .regex(/^[\w-]+$/, "must be an API key as Google shows it")
      .optional(),
    example: "AIzaSyExample",
    isSecret: true,
  },
  GOOGLE_ACCOUNTS_URL: {
    schema: webAddress,
    fallback: "https://accounts.google.com/o/oauth2/v2/auth",
    example: "http://google.lan:8080/o/oauth2/v2/auth",
  },
  GOOGLE_OAUTH_URL: {
    schema: origin,
    fallback: "https://oauth2.googleapis.com",
    example: "http://google.lan:8080",
  },
  GOOGLE_API_URL: {
    schema: origin,
    fallback: "https://www.googleapis.com",
    example: "http://google.lan:8080",
  },
  GOOGLE_PICKER_URL: {
    schema: webAddress,
    fallback: "https://apis.google.com/js/api.js",
    example: "http://google.lan:8080/picker.js",
  },
  CAIRN_SECRET: {
    schema: z.string().min(32, "must be at least 32 characters long").optional(),
    example: "$(openssl rand -base64 32)",
    isSecret: true,
  },
  WATCHED_FOLDER: { schema: z.string().optional(), example: "/srv/cairn" },
  BACKUPS: { schema: onOrOff, fallback: "on", example: "off" },
  BACKUP_HOUR: { schema: number(0, 23), fallback: "3", example: "4" },
  BACKUP_KEEP: { schema: keep, fallback: "7 daily, 4 weekly, 6 monthly", example: "14 daily, 12 monthly" },
  BACKUP_DIR: { schema: z.string().optional(), example: "/mnt/backups/cairn" },
  BACKUP_KEY: {
    schema: z.string().min(16, "must be at least 16 characters long").optional(),
    example: "$(openssl rand -base64 24)",
    isSecret: true,
  },
  ALARMS: { schema: onOrOff, fallback: "on", example: "off" },
  METRICS_TOKEN: {
    schema: z.string().min(16, "must be at least 16 characters long").optional(),
    example: "$(openssl rand -hex 16)",
    isSecret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: { schema: webAddress.optional(), example: "http://collector.lan:4318" },
  OTEL_EXPORTER_OTLP_HEADERS: { schema: headers.optional(), example: "api-key=secret", isSecret: true },
  LOG_LEVEL: {
    schema: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    fallback: "info",
    example: "debug",
  },
  NODE_ENV: {
    schema: oneOf("production", "development", "test"),
    fallback: "production",
    example: "production",
  },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

function urlOf(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}

function isAddressRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
