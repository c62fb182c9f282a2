// The walls of ARCHITECTURE.md between the folders of src/. The walls between the four roots stand twice: here by
// name, and in the tsconfig references by type.

/**
 * Server features from low to high: each may use those before it. collab is lowest because it holds the one way to
 * write a note's body, which everything above calls.
 */
const SERVER_ORDER = [
  "live",
  "referrals",
  "accounts",
  "contact",
  "collab",
  "notes",
  "folders",
  "tags",
  "tasks",
  "files",
  "sharing",
  "search",
  "ai",
  "export",
  "import",
  "attachments",
  "backup",
];

/** Features of the web part that others may use. */
const KERNEL = "tags|people|files";

const TESTS = "\\.test\\.tsx?$";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycle",
      comment: "Two files that need each other are one file, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-unresolvable",
      comment: "The file does not exist.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(virtual:|vite/)" },
    },
    {
      name: "no-barrel-of-a-folder",
      comment: "Import the file itself; index.ts is for the registries of contract and db/schema only.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "/index\\.tsx?$", pathNot: "^src/(contract|server/db/schema)/index\\.ts$|node_modules" },
    },
    {
      name: "contract-stands-alone",
      comment: "The public API knows zod and the contract builder, nothing else.",
      severity: "error",
      from: { path: "^src/contract/", pathNot: TESTS },
      to: { pathNot: "^src/contract/|node_modules/(zod|@orpc/contract)/" },
    },
    {
      name: "document-stands-alone",
      comment:
        "What a note is runs in the browser and on the server: no React, no Node, no DOM, no other root.",
      severity: "error",
      from: { path: "^src/document/", pathNot: TESTS },
      to: {
        path: "^src/(?!document/)|node_modules/(react|react-dom|@tiptap/react)/|^node:",
        dependencyTypesNot: ["undetermined"],
      },
    },
    {
      name: "server-not-to-web",
      comment: "Server and web share only contract and document.",
      severity: "error",
      from: { path: "^src/server/", pathNot: TESTS },
      to: { path: "^src/(web|testing)/" },
    },
    {
      name: "web-not-to-server",
      comment: "Server and web share only contract and document, not even types.",
      severity: "error",
      from: { path: "^src/web/", pathNot: TESTS },
      to: { path: "^src/(server|testing)/" },
    },
    {
      name: "platform-knows-no-feature",
      comment: "platform and db are below every feature.",
      severity: "error",
      from: { path: "^src/server/(platform|db)/", pathNot: TESTS },
      to: { path: "^src/server/(?!platform/|db/)" },
    },
    {
      name: "ui-knows-no-feature",
      comment: "web/ui, lib and editor are below the features and routes.",
      severity: "error",
      from: { path: "^src/web/(ui|lib|editor)/", pathNot: TESTS },
      to: { path: "^src/web/(features|routes)/" },
    },
    {
      name: "feature-not-to-sibling",
      comment: "Features are combined by routes; what two of them need is a kernel feature or lower.",
      severity: "error",
      from: { path: "^src/web/features/([^/]+)/", pathNot: TESTS },
      to: { path: "^src/web/(features/([^/]+)/|routes/)", pathNot: `^src/web/features/($1|${KERNEL})/` },
    },
    ...SERVER_ORDER.map((feature, place) => ({
      name: `${feature}-only-to-lower-features`,
      comment: `Server features are in order: ${SERVER_ORDER.join(" < ")}.`,
      severity: "error",
      from: { path: `^src/server/${feature}/`, pathNot: TESTS },
      to: { path: `^src/server/(${SERVER_ORDER.slice(place + 1).join("|") || "nothing"})/` },
    })),
    {
      name: "no-test-code-in-the-product",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/testing/|${TESTS}` },
      to: { path: `^src/testing/|${TESTS}` },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|\\.cache)/" },
    // TypeScript 7 has no API for it: SWC reads the files.
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ["import", "browser", "default"], exportsFields: ["exports"] },
  },
};
