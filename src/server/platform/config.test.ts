import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

const ROOT = "/srv/cairn";

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env, ROOT);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

test("an empty environment is a complete configuration", () => {
  expect(readConfig({}, ROOT)).toEqual({
    port: 4870,
    host: "127.0.0.1",
    publicUrl: new URL("http://localhost:4870"),
    dataDir: "/srv/cairn/data",
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    smtpUrl: undefined,
    mailFrom: "Cairn <no-reply@localhost>",
    registration: "open",
    referrals: "on",
    requireVerifiedEmail: false,
    operatorEmails: [],
    demoEmail: undefined,
    passwordMinLength: 6,
    trustedProxies: [],
    egressAllow: [],
    embedOrigins: [],
    allowedHosts: ["localhost", "127.0.0.1", "[::1]"],
    alarms: true,
    metricsToken: undefined,
    logLevel: "info",
    secret: undefined,
    maxImageBytes: 10 * 1024 * 1024,
    maxFileBytes: 50 * 1024 * 1024,
    maxVideoBytes: 200 * 1024 * 1024,
    quotaBytes: 10_000_000_000,
    quotaNotes: 200_000,
    quotaTextBytes: 2_000_000_000,
    banner: { canUpload: true, canGenerate: true },
    pictureText: { isOn: true, languages: null },
    watchedFolder: null,
    models: { providers: [], canUsersAdd: true, tokensADay: null },
    mcpServers: [],
    weather: {
      isOn: true,
      forecastUrl: new URL("https://api.open-meteo.com/v1/forecast"),
      placesUrl: new URL("https://geocoding-api.open-meteo.com/v1/search"),
    },
    google: {
      client: null,
      apiKey: null,
      accountsUrl: new URL("https://accounts.google.com/o/oauth2/v2/auth"),
      oauthUrl: new URL("https://oauth2.googleapis.com"),
      apiUrl: new URL("https://www.googleapis.com"),
      pickerUrl: new URL("https://apis.google.com/js/api.js"),
    },
    backups: {
      isOn: true,
      hour: 3,
      keep: { daily: 7, weekly: 4, monthly: 6 },
      dir: "/srv/cairn/data/backups",
      key: undefined,
    },
    nodeEnv: "production",
  });
});

test("every setting is read", () => {
  const config = readConfig(
    {
      PORT: "8080",
      HOST: "0.0.0.0",
      PUBLIC_URL: "https://Notes.example.org/",
      ALLOWED_HOSTS: "cairn.lan, 192.168.1.5",
      TRUSTED_PROXIES: "loopback 10.0.0.0/8",
      EGRESS_ALLOW: "LocalHost:11434, [0:0::1]:80 0x7f.1:443",
      EMBED_ORIGINS: "https://Status.example.org/, http://grafana.lan:3000",
      DATA_DIR: "/var/lib/cairn",
      DATABASE_URL: "postgres://app:pw@db/cairn",
      DATABASE_OWNER_URL: "postgres://owner:pw@db/cairn",
      REGISTRATION: "invite",
      REFERRALS: "admit",
      REQUIRE_VERIFIED_EMAIL: "true",
      OPERATOR_EMAILS: "Ada@example.org",
      DEMO_EMAIL: "Demo@example.org",
      PASSWORD_MIN_LENGTH: "12",
      SMTP_URL: "smtp://mail.example.org:25",
      MAIL_FROM: "Cairn <cairn@example.org>",
      MAX_IMAGE_BYTES: "20971520",
      BANNER_UPLOAD: "off",
      BANNER_GENERATION: "off",
      PICTURE_TEXT: "off",
      PICTURE_TEXT_LANGUAGES: "/srv/tessdata",
      WATCHED_FOLDER: "/srv/cairn",
      MODEL_PROVIDERS:
        '[{"name": "Near", "url": "http://models.lan:8000", "key": "k-1", "models": {"chat": "large"}}]',
      MCP_SERVERS:
        '[{"name": "Wiki", "url": "http://wiki.lan/mcp", "token": "t-1", "tools": {"search": "read", "save": "write"}}]',
      USER_MODELS: "off",
      MODEL_TOKENS_A_DAY: "200000",
      WEATHER: "off",
      WEATHER_URL: "http://sky.lan/forecast?apikey=k",
      WEATHER_PLACES_URL: "http://sky.lan/search",
      GOOGLE_CLIENT_ID: "1-a.apps.example",
      GOOGLE_CLIENT_SECRET: "GOCSPX-a",
      GOOGLE_API_KEY: "AIza-a",
      GOOGLE_ACCOUNTS_URL: "http://google.lan/auth",
      GOOGLE_OAUTH_URL: "http://google.lan:1",
      GOOGLE_API_URL: "http://google.lan:2",
      GOOGLE_PICKER_URL: "http://google.lan/picker.js",
      CAIRN_SECRET: "s".repeat(32),
      BACKUPS: "off",
      BACKUP_HOUR: "23",
      BACKUP_KEEP: "12 monthly , 2 daily",
      BACKUP_DIR: "/mnt/backups",
      BACKUP_KEY: "k".repeat(16),
      ALARMS: "off",
      METRICS_TOKEN: "m".repeat(16),
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.lan:4318/otlp/",
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%2Cb, authorization=Basic YTpi==",
      LOG_LEVEL: "debug",
      NODE_ENV: "test",
    },
    ROOT,
  );
  expect(config).toEqual({
    port: 8080,
    host: "0.0.0.0",
    publicUrl: new URL("https://notes.example.org"),
    dataDir: "/var/lib/cairn",
    databaseUrl: "postgres://app:pw@db/cairn",
    databaseOwnerUrl: "postgres://owner:pw@db/cairn",
    smtpUrl: "smtp://mail.example.org:25",
    mailFrom: "Cairn <cairn@example.org>",
    registration: "invite",
    referrals: "admit",
    requireVerifiedEmail: true,
    operatorEmails: ["ada@example.org"],
    demoEmail: "demo@example.org",
    passwordMinLength: 12,
    trustedProxies: ["loopback", "10.0.0.0/8"],
    egressAllow: ["localhost:11434", "[::1]:80", "127.0.0.1:443"],
    embedOrigins: ["https://status.example.org", "http://grafana.lan:3000"],
    allowedHosts: ["notes.example.org", "localhost", "127.0.0.1", "[::1]", "cairn.lan", "192.168.1.5"],
    alarms: false,
    metricsToken: "m".repeat(16),
    otlp: {
      url: new URL("http://collector.lan:4318/otlp/v1/metrics"),
      headers: { "api-key": "a,b", authorization: "Basic YTpi==" },
    },
    logLevel: "debug",
    secret: "s".repeat(32),
    maxImageBytes: 20_971_520,
    maxFileBytes: 50 * 1024 * 1024,
    maxVideoBytes: 200 * 1024 * 1024,
    quotaBytes: 10_000_000_000,
    quotaNotes: 200_000,
    quotaTextBytes: 2_000_000_000,
    banner: { canUpload: false, canGenerate: false },
    pictureText: { isOn: false, languages: "/srv/tessdata" },
    watchedFolder: "/srv/cairn",
    models: {
      providers: [
        {
          name: "Near",
          kind: "openai",
          baseUrl: "http://models.lan:8000/v1",
          key: "k-1",
          models: { chat: "large" },
          prices: {},
          isLocal: true,
        },
      ],
      canUsersAdd: false,
      tokensADay: 200_000,
    },
    mcpServers: [
      {
        name: "Wiki",
        url: "http://wiki.lan/mcp",
        token: "t-1",
        tools: { search: "read", save: "write" },
        isLocal: true,
      },
    ],
    weather: {
      isOn: false,
      forecastUrl: new URL("http://sky.lan/forecast?apikey=k"),
      placesUrl: new URL("http://sky.lan/search"),
    },
    google: {
      client: { id: "1-a.apps.example", secret: "GOCSPX-a" },
      apiKey: "AIza-a",
      accountsUrl: new URL("http://google.lan/auth"),
      oauthUrl: new URL("http://google.lan:1"),
      apiUrl: new URL("http://google.lan:2"),
      pickerUrl: new URL("http://google.lan/picker.js"),
    },
    backups: {
      isOn: false,
      hour: 23,
      keep: { daily: 2, weekly: 0, monthly: 12 },
      dir: "/mnt/backups",
      key: "k".repeat(16),
    },
    nodeEnv: "test",
  });
});

test("an empty value means that the variable is not set", () => {
  expect(readConfig({ PORT: "", SMTP_URL: "  " }, ROOT)).toEqual(readConfig({}, ROOT));
});

test("all faults are told at once, each with its value, the reason and an example", () => {
  expect(faultsOf({ PORT: "70000", REGISTRATION: "maybe", PUBLIC_URL: "https://example.org/cairn" })).toBe(
    [
      "3 settings are wrong, so Cairn did not start:",
      'PORT is "70000", but it must be a whole number from 0 to 65535.\n  Example: PORT=8080',
      'PUBLIC_URL is "https://example.org/cairn", but it must be an address with http:// or https:// and nothing ' +
        "behind the host and port.\n  Example: PUBLIC_URL=https://notes.example.org",
      'REGISTRATION is "maybe", but it must be one of: open, invite, closed.\n  Example: REGISTRATION=invite',
      "Every setting is explained in docs/operations.md.",
    ].join("\n\n"),
  );
});

test("a secret's value is not repeated", () => {
  const message = faultsOf({ CAIRN_SECRET: "hunter2", DATABASE_URL: "mysql://root:hunter2@db/x" });
  expect(message).toContain("CAIRN_SECRET has a value, but it must be at least 32 characters long.");
  expect(message).toContain("DATABASE_URL has a value, but it must be the address of a PostgreSQL database");
  expect(message).not.toContain("hunter2");
});

test("a provider of models is local by its address, unless the operator says otherwise", () => {
  const given = [
    { name: "Near", url: "http://ollama:11434" },
    { name: "Far", url: "https://api.openai.com/v1" },
    { name: "Passes on", url: "http://localhost:4000", local: false },
    { name: "Own machines", url: "https://models.example.org/v1", local: true },
  ];
  const { models } = readConfig({ MODEL_PROVIDERS: JSON.stringify(given) }, ROOT);
  expect(models.providers.map(({ isLocal }) => isLocal)).toEqual([true, false, false, true]);
  const wrong = JSON.stringify([{ name: "A", url: "http://a.lan", local: "yes" }]);
  expect(faultsOf({ MODEL_PROVIDERS: wrong })).toContain("(look at 0.local)");
});

test("a list of model providers names the place of its fault, and never a key", () => {
  const wrong = JSON.stringify([{ name: "A", url: "https://a.example/v1", key: "hunter2 with a space" }]);
  const message = faultsOf({ MODEL_PROVIDERS: wrong });
  expect(message).toContain("MODEL_PROVIDERS has a value, but it must be a JSON list of model providers");
  expect(message).toContain("(look at 0.key)");
  expect(message).not.toContain("hunter2");
  expect(faultsOf({ MODEL_PROVIDERS: "{not json" })).toContain("must be a JSON list");
});

test("a faulty MCP server is told by its place and never by its value", () => {
  const wrong = JSON.stringify([
    { name: "Wiki", url: "http://wiki.lan/mcp", token: "t-1", tools: { save: "all" } },
  ]);
  const message = faultsOf({ MCP_SERVERS: wrong });
  expect(message).toContain("MCP_SERVERS has a value, but it must be a JSON list of MCP servers");
  expect(message).toContain("(look at 0.tools.save)");
  expect(message).not.toContain("t-1");
});

test("an owner's address without the database's address is a fault", () => {
  expect(faultsOf({ DATABASE_OWNER_URL: "postgres://owner@db/cairn" })).toContain("but DATABASE_URL is not");
});

test.each([
  ["PORT", "80a"],
  ["PORT", "-1"],
  ["HOST", "example.org"],
  ["PUBLIC_URL", "notes.example.org"],
  ["PUBLIC_URL", "ftp://example.org"],
  ["PUBLIC_URL", "https://user:pw@example.org"],
  ["ALLOWED_HOSTS", "https://example.org"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "everyone"],
  ["EGRESS_ALLOW", "localhost"],
  ["EMBED_ORIGINS", "status.example.org"],
  ["EMBED_ORIGINS", "https://status.example.org/page"],
  ["EMBED_ORIGINS", "https://a.example;script-src"],
  ["EMBED_ORIGINS", "*"],
  ["EGRESS_ALLOW", "http://localhost:11434"],
  ["EGRESS_ALLOW", "localhost:99999"],
  ["EGRESS_ALLOW", "user@localhost:80"],
  ["EGRESS_ALLOW", "10.0.0.0/8:80"],
  ["EGRESS_ALLOW", "*:11434"],
  ["REQUIRE_VERIFIED_EMAIL", "yes"],
  ["OPERATOR_EMAILS", "ada"],
  ["DEMO_EMAIL", "demo"],
  ["PASSWORD_MIN_LENGTH", "5"],
  ["SMTP_URL", "mail.example.org"],
  ["MAIL_FROM", "Cairn"],
  ["MAX_IMAGE_BYTES", "10 MB"],
  ["MAX_FILE_BYTES", "3000000000"],
  ["MAX_VIDEO_BYTES", "all"],
  ["QUOTA_BYTES", "10 GB"],
  ["QUOTA_NOTES", "many"],
  ["QUOTA_TEXT_BYTES", "2 GB"],
  ["S3_PATH_STYLE", "true"],
  ["BACKUPS", "yes"],
  ["BACKUP_HOUR", "24"],
  ["BACKUP_KEEP", "7 days"],
  ["BACKUP_KEEP", "0 daily"],
  ["BACKUP_KEY", "short"],
  ["METRICS_TOKEN", "short"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "api-key"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "api-key=100%"],
  ["LOG_LEVEL", "loud"],
  ["NODE_ENV", "staging"],
] as [SettingName, string][])("%s refuses %j", (name, value) => {
  expect(faultsOf({ [name]: value })).toMatch(new RegExp(`^One setting is wrong.*\\n\\n${name} `));
});

test("a bucket comes with both parts of its key or none, and other settings of it with its name", () => {
  const s3 = {
    S3_BUCKET: "cairn",
    S3_ENDPOINT: "https://s3.example.org",
    S3_REGION: "here",
    S3_PATH_STYLE: "off",
  };
  const key = { S3_ACCESS_KEY_ID: "name", S3_SECRET_ACCESS_KEY: "secret" };
  expect(readConfig({ ...s3, ...key, QUOTA_BYTES: "0" }, ROOT)).toMatchObject({
    quotaBytes: null,
    s3: {
      bucket: "cairn",
      endpoint: new URL("https://s3.example.org"),
      region: "here",
      accessKeyId: "name",
      secretAccessKey: "secret",
      pathStyle: false,
    },
  });
  expect(readConfig({}, ROOT).s3).toBeUndefined();
  expect(faultsOf({ ...s3, S3_ACCESS_KEY_ID: "name" })).toContain("belong together");
  expect(faultsOf(key)).toMatch(/^One setting is wrong.*\n\nS3_BUCKET is not set/);
});

test("each example is accepted", () => {
  for (const [name, { example, schema }] of Object.entries(SETTINGS)) {
    // The secrets' examples are commands that print one.
    if (!example.startsWith("$(")) expect(schema.safeParse(example).success, name).toBe(true);
  }
});

test("docs/operations.md lists every variable with its default", () => {
  const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` +\| (`([^`]*)`)?/gm)].map(([, name, , fallback]) => [
    name,
    fallback,
  ]);
  const settings = Object.entries(SETTINGS).map(([name, setting]) => [
    name,
    "fallback" in setting && setting.fallback !== "" ? setting.fallback : undefined,
  ]);
  expect(rows).toEqual(settings);
});
