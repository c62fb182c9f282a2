import { askApart } from "./ask-apart.ts";
import { expect, test } from "./fixtures.ts";

test("a frame that cannot be loaded is said, and not shown as everything at its default", async ({
  aPerson,
}) => {
  const { page, context } = await aPerson();
  // On a busy machine it is asked for together with others.
  await askApart(context);
  await context.route("**/rpc/frame/get**", (route) =>
    route.fulfill({ status: 400, contentType: "application/json", body: "{}" }),
  );
  await page.goto("/app/dashboard");
  await expect(page.getByText("Failed to load dashboard settings")).toBeVisible();
});
