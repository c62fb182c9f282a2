/**
 * Requests of the server go through platform/egress, which checks where they lead. So that nothing else opens a connection, what can
 * open one is imported only here; each exception says why it is none.
 */
const EGRESS = "platform/egress/[^/]+";

/** Modules of Node that connect or listen, and the files that may import them. */
const MODULES: Record<string, string[]> = {
  "https?|http2|dns(/promises)?": [EGRESS],
  "net|tls|dgram": [
    EGRESS,
    // `isIP` and its like, for everyone.
    "platform/network",
    // The socket that the database's client connects, to cut it.
    "db/watch-for-stall",
  ],
};
/** Takes all of them away from processes that read what somebody sent. */
const NO_WAY_OUT = "platform/no-way-out";

/** Packages that connect or listen, and the files that may import them. */
const CLIENTS: Record<string, string[]> = {
  // To the database that the operator configured, or ours.
  pg: ["platform/postgres/.+", "db/.+", "backup/(snapshot|restore)", "services"],
  nodemailer: ["platform/mail"],
  "@aws-sdk/.+": ["files/storage/storage-s3"],
  // Its other drivers are of clouds; ours is the disk's.
  flydrive: ["files/storage/storage-disk"],
  // Listen, and connect to nobody.
  fastify: ["app"],
  ws: ["http/sockets"],
  "@hocuspocus/server": ["collab/sync-server/sync-server"],
  vite: ["dev-pages"],
  // Answers what comes by our own door; its client asks by egress, which it is given as its fetch.
  "@modelcontextprotocol/sdk": ["ai/mcp/answer-mcp", "ai/operator-tools/mcp-client"],
};

/** Packages that reach no network as we use them. Whoever adds one has looked. */
const OFFLINE = [
  "@fastify/static",
  "@orpc/(openapi|server|zod)",
  "@simplewebauthn/server",
  "@tiptap/.+",
  // No social sign-in is configured.
  "better-auth",
  // On the pools of pg.
  "drizzle-orm",
  "content-disposition",
  "csv-parse",
  "file-type",
  "ical.js",
  "katex",
  "lib0",
  "mammoth",
  "parse5",
  "pg-copy-streams",
  "pino",
  "prom-client",
  "rrule-temporal",
  "saxes",
  "sharp",
  "tar-stream",
  // WebAssembly, in a process that has no network.
  "tesseract.js-core",
  "unpdf",
  "y-protocols",
  "yaml",
  "yauzl",
  "yazl",
  "yjs",
  "zod",
];

const TESTS = String.raw`\.test\.ts$`;
const filesNamed = (names: string[]): string => `^src/server/(${names.join("|")})\\.ts$`;
const packagesNamed = (names: string[]): string => `(^|/)node_modules/(${names.join("|")})/`;

function onlyFrom(name: string, files: string[], to: object) {
  return {
    name: `network-${name}`,
    comment:
      "The server reaches the network through platform/egress alone. Exceptions are in scripts/network-wall.ts, with a reason.",
    severity: "error",
    from: { path: "^src/server/", pathNot: [TESTS, filesNamed(files)] },
    to: { ...to, dependencyTypesNot: ["type-only"] },
  };
}

export function networkRules() {
  return [
    ...Object.entries(MODULES).map(([modules, files]) =>
      onlyFrom("only-by-egress", [...files, NO_WAY_OUT], { path: `^(node:)?(${modules})$` }),
    ),
    ...Object.entries(CLIENTS).map(([name, files]) =>
      onlyFrom("only-by-listed-clients", files, { path: packagesNamed([name]) }),
    ),
    {
      ...onlyFrom("unknown-package", ["nothing"], {
        path: "node_modules/",
        pathNot: packagesNamed([...OFFLINE, ...Object.keys(CLIENTS)]),
      }),
      comment:
        "Nobody has said whether this package reaches the network. Name it in scripts/network-wall.ts: among the clients with the file that uses it, or as offline.",
    },
  ];
}
