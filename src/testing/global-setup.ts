import type { TestProject } from "vitest/node";
import { isServerFresh } from "../../scripts/build-server.ts";
import { startTestCluster } from "./test-cluster.ts";
import type { TestCluster } from "./test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    cluster: TestCluster;
    /** Whether dist/server is of these sources. */
    isServerBuilt: boolean;
  }
}

/**
 * One PostgreSQL for the whole run, whose migrated template every test file clones. TEST_DATABASE_URL (a role that may create roles and
 * databases) uses that server instead of an embedded one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, stop } = await startTestCluster(process.env.TEST_DATABASE_URL);
  project.provide("cluster", cluster);
  project.provide("isServerBuilt", await isServerFresh());
  return stop;
}
