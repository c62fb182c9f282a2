import type { Frame, Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

export type Found = { passed: number; violations: { id: string; target: string; html: string }[] };

/**
 * What axe finds on the page, or in this part of it. Its source, half a megabyte, goes into a document once; and only what is
 * wrong is described, since describing every node that is right takes longer than looking at it.
 */
export async function runAxe(page: Page, options: RunOptions, within?: string): Promise<Found> {
  for (const frame of page.frames()) await inject(frame, frame === page.mainFrame());
  return page.evaluate(
    async ({ run, include }) => {
      const { axe: here } = globalThis as unknown as { axe: typeof axe };
      const context = include ? { include: [[include]] } : document;
      const { passes, violations } = await here.run(context, { ...run, resultTypes: ["violations"] });
      const nodes = violations.flatMap(({ id, nodes: found }) => found.map((node) => ({ id, ...node })));
      return {
        passed: passes.length,
        violations: nodes.map(({ id, target, html }) => ({ id, target: target.join(" "), html })),
      };
    },
    { run: options, include: within },
  );
}

/** A frame that is on its way out, or that runs no scripts, is not looked into. */
async function inject(frame: Frame, isNeeded: boolean): Promise<void> {
  try {
    if (await frame.evaluate(() => "axe" in globalThis)) return;
    await frame.evaluate(axe.source);
    await frame.evaluate('axe.configure({ allowedOrigins: ["<same_origin>"] })');
  } catch (error) {
    if (isNeeded) throw error;
  }
}
