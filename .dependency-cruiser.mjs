import { networkRules } from "./scripts/network-wall.ts";
import { floorRules } from "./scripts/floors.ts";

// The walls of ARCHITECTURE.md between the folders of src/. The walls between the six roots stand twice: here by
// name, and in the tsconfig references by type.

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
      comment: "What a note is runs in the browser and on the server: no React, no DOM, no other root.",
      severity: "error",
      from: { path: "^src/document/", pathNot: TESTS },
      to: { path: "^src/(?!document/)|node_modules/(react|react-dom)/" },
    },
    {
      name: "document-without-node",
      comment: "What a note is runs in the browser, too: none of Node's own modules.",
      severity: "error",
      from: { path: "^src/document/", pathNot: TESTS },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "language-stands-alone",
      comment:
        "What words of people mean is read in the browser and on the server: the readers of dates and of rules, and nothing of the house.",
      severity: "error",
      from: { path: "^src/language/", pathNot: TESTS },
      to: { pathNot: "^src/language/|node_modules/(?:chrono-node|rrule-temporal)/" },
    },
    {
      name: "seo-stands-alone",
      comment:
        "What search engines mind is checked in the browser's worker and in the server's: contract and document, no package, neither Node nor DOM.",
      severity: "error",
      from: { path: "^src/seo/", pathNot: TESTS },
      to: { pathNot: "^src/(?:seo|contract|document)/" },
    },
    {
      name: "server-not-to-web",
      comment: "Server and web share only contract, document, language and seo.",
      severity: "error",
      from: { path: "^src/server/", pathNot: TESTS },
      to: { path: "^src/(web|testing)/" },
    },
    {
      name: "web-not-to-server",
      comment: "Server and web share only contract, document, language and seo, not even types.",
      severity: "error",
      from: { path: "^src/web/", pathNot: TESTS },
      to: { path: "^src/(server|testing)/" },
    },
    {
      name: "feature-not-to-sibling",
      comment: "Features are combined by app; what two of them need is in kernel or lower.",
      severity: "error",
      from: { path: "^src/web/features/([^/]+)/", pathNot: TESTS },
      to: { path: "^src/web/features/([^/]+)/", pathNot: "^src/web/features/$1/" },
    },
    ...floorRules(),
    ...networkRules(),
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
