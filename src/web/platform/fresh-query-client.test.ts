import { InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { FreshQueryClient } from "./fresh-query-client.ts";

const KEY = ["list"];
/** Until everything that is not held has happened. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A server whose answers are what it knew when it was asked, and come when they are let go. */
function aServer() {
  const held: { answer: () => void; fail: () => void }[] = [];
  let known = "before";
  const asked: unknown[] = [];
  return {
    asked,
    change: (next: string) => void (known = next),
    /** Lets go of what was asked first. */
    answer: async () => {
      held.shift()?.answer();
      await settle();
    },
    fail: async () => {
      held.shift()?.fail();
      await settle();
    },
    waiting: () => held.length,
    ask: ({ pageParam }: { pageParam?: unknown }) =>
      new Promise<string>((resolve, reject) => {
        const answer = pageParam === undefined ? known : `${known} ${Number(pageParam)}`;
        asked.push(pageParam ?? "all");
        held.push({
          answer: () => resolve(answer),
          fail: () => reject(new Error("away")),
        });
      }),
  };
}

const aClient = () =>
  new FreshQueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });

function aList(client: FreshQueryClient, server: ReturnType<typeof aServer>) {
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    queryFn: server.ask,
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length + 1 : undefined),
  });
  observer.subscribe(() => {});
  return { observer, pages: () => observer.getCurrentResult().data?.pages };
}

function aQuery(client: FreshQueryClient, server: ReturnType<typeof aServer>) {
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn: server.ask });
  const leave = observer.subscribe(() => {});
  return { leave, data: () => observer.getCurrentResult().data };
}

test("a first answer that was on its way before a change is asked for once more when it has come", async () => {
  const [client, server] = [aClient(), aServer()];
  const { data } = aQuery(client, server);
  server.change("after");
  let isDone = false;
  void client.invalidateQueries({ queryKey: KEY }).then(() => (isDone = true));
  await server.answer();
  expect([data(), isDone, server.waiting()]).toEqual(["before", false, 1]);
  await server.answer();
  expect([data(), isDone, server.waiting()]).toEqual(["after", true, 0]);
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(false);
});

test("a first answer that fails after a change is asked for once more, and not for ever", async () => {
  const [client, server] = [aClient(), aServer()];
  const { data } = aQuery(client, server);
  void client.invalidateQueries({ queryKey: KEY });
  await server.fail();
  expect(server.waiting()).toBe(1);
  await server.fail();
  expect(server.waiting()).toBe(0);
  expect(data()).toBeUndefined();
});

test("a page that was asked for is not given up for a change, and the list is asked for after it", async () => {
  const [client, server] = [aClient(), aServer()];
  const { observer, pages } = aList(client, server);
  await server.answer();
  void observer.fetchNextPage();
  server.change("after");
  void client.invalidateQueries({ queryKey: KEY });
  await server.answer();
  expect(pages()).toEqual(["before 1", "before 2"]);
  await server.answer();
  await server.answer();
  expect([pages(), server.waiting()]).toEqual([["after 1", "after 2"], 0]);
});

test("a page that is asked for instead of the whole list leaves that to be asked for", async () => {
  const [client, server] = [aClient(), aServer()];
  const { observer, pages } = aList(client, server);
  await server.answer();
  server.change("after");
  void client.invalidateQueries({ queryKey: KEY });
  void observer.fetchNextPage();
  // What was given up, and the page.
  await server.answer();
  await server.answer();
  expect(pages()).toEqual(["before 1", "after 2"]);
  await server.answer();
  await server.answer();
  expect([pages(), server.waiting()]).toEqual([["after 1", "after 2"], 0]);
});

test("a list that nothing has changed is not asked for again after its next page", async () => {
  const [client, server] = [aClient(), aServer()];
  const { observer, pages } = aList(client, server);
  await server.answer();
  void observer.fetchNextPage();
  await server.answer();
  expect([pages(), server.waiting()]).toEqual([["before 1", "before 2"], 0]);
});

test("what the page puts there itself doesn't take the place of an answer that is due", async () => {
  const [client, server] = [aClient(), aServer()];
  const { leave } = aQuery(client, server);
  await server.answer();
  leave();
  server.change("after");
  await client.invalidateQueries({ queryKey: KEY });
  client.setQueryData(KEY, "before, and something of one's own");
  const again = aQuery(client, server);
  await server.answer();
  expect(again.data()).toBe("after");
});

test("an answer from before a change, to whom nobody looks any more, is none for who looks next", async () => {
  const [client, server] = [aClient(), aServer()];
  void client.prefetchQuery({ queryKey: KEY, queryFn: server.ask });
  await server.answer();
  void client.fetchQuery({ queryKey: KEY, queryFn: server.ask, staleTime: 0 });
  server.change("after");
  await client.invalidateQueries({ queryKey: KEY });
  await server.answer();
  const { data } = aQuery(client, server);
  await server.answer();
  expect(data()).toBe("after");
});

test("a fetch that is given up for what the page shows meanwhile stays due", async () => {
  const [client, server] = [aClient(), aServer()];
  const { leave } = aQuery(client, server);
  await server.answer();
  server.change("after");
  void client.invalidateQueries({ queryKey: KEY });
  await client.cancelQueries({ queryKey: KEY });
  client.setQueryData(KEY, "before, and something of one's own");
  await settle();
  // Not at once: it would take what the page shows away again.
  expect(server.asked).toHaveLength(2);
  leave();
  const { data } = aQuery(client, server);
  await server.answer();
  await server.answer();
  expect(data()).toBe("after");
});

test("an answer that was asked for after the change is asked for once", async () => {
  const [client, server] = [aClient(), aServer()];
  const { data } = aQuery(client, server);
  await server.answer();
  server.change("after");
  await Promise.all([client.invalidateQueries({ queryKey: KEY }), server.answer()]);
  expect([data(), server.asked.length, server.waiting()]).toEqual(["after", 2, 0]);
});
