import { inject } from "vitest";
import { useBuiltPrograms } from "#server/platform/built-programs.ts";

// A run in which everything was built for these sources starts what was built: a third of the work for each file that is read.
if (inject("isServerBuilt")) useBuiltPrograms();
