import type { BrowserContext } from "@playwright/test";

/** Lets each call of a page go by itself, as beside a server that can't take several at once. */
export async function askApart(context: BrowserContext): Promise<void> {
  await context.route("**/rpc/batch", (route) =>
    route.fulfill({ status: 404, json: { code: "NOT_FOUND", message: "This operation doesn't exist." } }),
  );
}
