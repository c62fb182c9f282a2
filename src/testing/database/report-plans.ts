import pg from "pg";
import type { TestDatabase } from "../test-database.ts";

const SETTINGS = [
  "session_preload_libraries = 'auto_explain'",
  "auto_explain.log_min_duration = 0",
  "auto_explain.log_nested_statements = on",
  "auto_explain.log_level = 'notice'",
];

/**
 * Has a database send the plan of every statement along with its answer, those inside of functions too, from the next connection on.
 * @returns the class of such connections, for `Client` of a pool's settings
 */
export async function reportPlans(
  database: TestDatabase,
  onPlan: (plan: string) => void,
): Promise<typeof pg.Client> {
  for (const setting of SETTINGS)
    await database.asSuperuser(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${setting.replaceAll("'", "''")}', current_database()); END $$`,
    );
  return class PlanReader extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super(config);
      this.on("notice", ({ message }) => {
        if (message?.includes("plan:")) onPlan(message);
      });
    }
  };
}
