import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { askFailedAgain } from "./ask-failed-again.ts";

/** A client that shows an answer of a server, which may be too busy to give the next ones, or not be there. */
async function aScreen({ isConnected = () => true }: { isConnected?: () => boolean } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const askNow = askFailedAgain(client, { mayAsk: isConnected, when: (run) => run(), pauseMs: 10 });
  const server = { answer: "before", isBusy: false, asked: 0 };
  const observer = new QueryObserver(client, {
    queryKey: ["list"],
    queryFn: async () => {
      server.asked += 1;
      if (server.isBusy) throw new Error("busy");
      return server.answer;
    },
  });
  observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data).toBe("before");
  return { client, server, askNow, data: () => observer.getCurrentResult().data };
}

test("what was asked for anew and failed is asked for until it comes", async () => {
  const { client, server, data } = await aScreen();
  Object.assign(server, { answer: "after", isBusy: true });
  await client.invalidateQueries();
  await expect.poll(() => server.asked).toBeGreaterThan(3);
  server.isBusy = false;
  await expect.poll(data).toBe("after");
  const { asked } = server;
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(server.asked).toBe(asked);
});

test("while the server is away nothing is asked for, and what failed is with the next connection", async () => {
  let isConnected = false;
  const { client, server, askNow, data } = await aScreen({ isConnected: () => isConnected });
  Object.assign(server, { answer: "after", isBusy: true });
  await client.invalidateQueries();
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(server.asked).toBe(2);
  server.isBusy = false;
  isConnected = true;
  askNow();
  await expect.poll(data).toBe("after");
});
