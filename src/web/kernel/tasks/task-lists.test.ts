import { expect, test } from "vitest";
import { api, queryClient } from "../../platform/api.ts";
import { showTask } from "./task-lists.ts";
import { blankTask } from "./task-mutations.ts";

const known = (input: Parameters<typeof api.tasks.list.call>[0]) => {
  const queryKey = api.tasks.list.queryKey({ input });
  queryClient.setQueryData(queryKey, { tasks: [], nextCursor: null });
  return () => queryClient.getQueryData(queryKey)?.tasks.map(({ title, completed }) => [title, completed]);
};

test("a new task shows at once in the list of its project, in that of no other, and stays there when it is ticked", () => {
  const [garden, house] = ["0190c0de-0000-7000-8000-000000000001", "0190c0de-0000-7000-8000-000000000002"];
  const all = known({});
  const ofGarden = known({ projectId: garden });
  const ofHouse = known({ projectId: house });
  showTask(blankTask("0190c0de-0000-7000-8000-000000000003", { title: "Rake", projectId: garden }));
  showTask(blankTask("0190c0de-0000-7000-8000-000000000004", { title: "Call" }));
  expect(all()).toEqual([
    ["Rake", false],
    ["Call", false],
  ]);
  expect(ofGarden()).toEqual([["Rake", false]]);
  expect(ofHouse()).toEqual([]);
  // The server's answers name no project.
  const answered = blankTask("0190c0de-0000-7000-8000-000000000003", { title: "Rake" });
  showTask({ ...answered, completed: true });
  expect(ofGarden()).toEqual([["Rake", true]]);
});

test("a task that is done is at once among what is done of its project, and in sight however often it is ticked", () => {
  const projectId = "0190c0de-0000-7000-8000-000000000005";
  const id = "0190c0de-0000-7000-8000-000000000006";
  const open = known({ projectId, completed: false });
  const done = known({ projectId, completed: true });
  const ofOthers = known({ projectId: "0190c0de-0000-7000-8000-000000000007", completed: true });
  showTask(blankTask(id, { title: "Dig", projectId }));
  const answered = blankTask(id, { title: "Dig" });
  for (const completed of [true, false, true]) {
    showTask({ ...answered, completed });
    expect([open(), done()]).toEqual([[["Dig", completed]], [["Dig", completed]]]);
  }
  expect(ofOthers()).toEqual([]);
});
