import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import { VITEST_RESULTS } from "./test-results.ts";

/** Vitest's own JSON does not say which tests passed on their second try. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const countOf = (state: string) => tests.filter((test) => test.result().state === state).length;
    const nameOf = (test: (typeof tests)[number]) => `${test.module.relativeModuleId} ${test.fullName}`;
    const secondTries = tests.filter((test) => test.diagnostic()?.flaky).map(nameOf);
    // With its reason: a long run's output is often kept without its middle.
    const failures = tests.flatMap((test) => {
      const result = test.result();
      return result.state === "failed"
        ? [[nameOf(test), ...result.errors.map(({ message }) => message)].join("\n  ")]
        : [];
    });
    writeFileSync(
      VITEST_RESULTS,
      JSON.stringify({ passed: countOf("passed"), failed: countOf("failed"), secondTries, failures }),
    );
  }
}
