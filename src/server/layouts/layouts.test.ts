import { afterAll, beforeAll, expect, test } from "vitest";
import { LayoutConfig } from "#contract/layouts.ts";
import { MOST_LAYOUTS } from "#contract/shared/dashboard.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { importLayouts, trashUntouchedLayouts } from "./import-layouts.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const namesOf = async (visitor: SignedInVisitor) =>
  (await visitor.client.layouts.list()).layouts.map(({ name }) => name);

const CONFIG = LayoutConfig.parse({
  components: { topLeft: { component_key: "task-list", props: { limit: 3 } } },
  panelSizes: { leftPanels: 60, rightPanels: 40 },
  gridLayout: { widgets: [{ id: "a", component_key: "clock", size: "S" }] },
});

test("a new account has one dashboard, 'Default Layout', empty; two first pages at once make one", async () => {
  const eve = await app.aUser("Eve");
  const [first, second] = await Promise.all([eve.client.layouts.list(), eve.client.layouts.list()]);
  expect(first.layouts).toEqual(second.layouts);
  expect(first.layouts).toMatchObject([
    { name: "Default Layout", isDefault: true, config: LayoutConfig.parse({}) },
  ]);
});

test("a dashboard is made, renamed, arranged and becomes the default; what it had is refused once it was changed elsewhere", async () => {
  await ann.client.layouts.list();
  const id = uuidV7();
  const made = await ann.client.layouts.create({ id, name: " Work ", config: CONFIG });
  expect(made).toMatchObject({ id, name: "Work", isDefault: false, config: CONFIG });
  // The same call once more is no second one.
  expect((await ann.client.layouts.create({ id, name: "Work" })).createdAt).toBe(made.createdAt);
  const changed = await ann.client.layouts.update({ layoutId: id, base: made.updatedAt, name: "Office" });
  expect(changed.config).toEqual(CONFIG);
  await expect(
    ann.client.layouts.update({ layoutId: id, base: made.updatedAt, config: LayoutConfig.parse({}) }),
  ).rejects.toMatchObject({ code: "CONFLICT" });
  await ann.client.layouts.update({ layoutId: id, isDefault: true });
  expect(await namesOf(ann)).toEqual(["Office", "Default Layout"]);
});

test("a dashboard goes into the trash and back, another one is the default then, and the last one stays", async () => {
  const bob = await app.aUser("Bob");
  const [first] = (await bob.client.layouts.list()).layouts;
  await expect(bob.client.layouts.remove({ layoutId: first!.id })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  const work = await bob.client.layouts.create({ name: "Work", config: CONFIG });
  await bob.client.layouts.remove({ layoutId: first!.id });
  expect((await bob.client.layouts.list()).layouts).toMatchObject([{ id: work.id, isDefault: true }]);
  expect((await bob.client.trash.list({})).items).toMatchObject([{ kind: "layout", name: "Default Layout" }]);
  await bob.client.trash.restore({ items: [{ kind: "layout", id: first!.id }] });
  expect(await namesOf(bob)).toEqual(["Work", "Default Layout"]);
  await bob.client.layouts.remove({ layoutId: first!.id });
  const { removed } = await bob.client.trash.remove({ items: [{ kind: "layout", id: first!.id }] });
  expect(removed.layouts).toBe(1);
  await expect(bob.client.layouts.restore({ layoutId: first!.id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("the log takes back an arrangement, a name and a deletion, but nothing that was changed again since", async () => {
  const cid = await app.aUser("Cid");
  const { id } = await cid.client.layouts.create({ name: "Work", config: CONFIG });
  await cid.client.layouts.update({ layoutId: id, name: "Office", config: LayoutConfig.parse({}) });
  const entries = async (type: string) =>
    (await cid.client.activity.list({})).activities.filter((entry) => entry.type === type);
  const [changed] = await entries("layout_updated");
  await cid.client.activity.undo({ activityId: changed!.id });
  const now = (await cid.client.layouts.list()).layouts.find((layout) => layout.id === id);
  expect(now).toMatchObject({ name: "Work", config: CONFIG });
  await expect(cid.client.activity.undo({ activityId: changed!.id })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await cid.client.layouts.list();
  await cid.client.layouts.create({ name: "Other" });
  await cid.client.layouts.remove({ layoutId: id });
  const [deleted] = await entries("layout_deleted");
  await cid.client.activity.undo({ activityId: deleted!.id });
  expect(await namesOf(cid)).toContain("Work");
});

test("what is no arrangement is refused, and an unreadable one that is stored is shown as empty", async () => {
  const dan = await app.aUser("Dan");
  const [first] = (await dan.client.layouts.list()).layouts;
  const layoutId = first!.id;
  const widget = { id: "a", component_key: "clock", enabled: true, props: {}, size: "M" as const };
  const many = Array.from({ length: 61 }, (_, n) => ({ ...widget, id: `w${n}` }));
  for (const widgets of [
    many,
    [widget, widget],
    [{ ...widget, component_key: "../x" }],
    [{ ...widget, props: { a: "x".repeat(10_001) } }],
  ])
    await expect(
      dan.client.layouts.update({
        layoutId,
        config: { ...CONFIG, gridLayout: { widgets, arrangements: {} } },
      }),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
  // A key of a later version is kept.
  const later = LayoutConfig.parse({ components: { topLeft: { component_key: "from-the-future" } } });
  expect((await dan.client.layouts.update({ layoutId, config: later })).config).toEqual(later);
  for (const odd of ["[]", '"x"', '{"components": 7}', '{"gridLayout": {"widgets": [{}]}}']) {
    await app.database.asSuperuser("UPDATE dashboard_layouts SET layout_config = $2 WHERE id = $1", [
      layoutId,
      odd,
    ]);
    expect((await dan.client.layouts.list()).layouts[0]!.config).toEqual(LayoutConfig.parse({}));
  }
});

test("nobody reaches another's dashboards, and thirty are enough for anybody", async () => {
  const fay = await app.aUser("Fay");
  const { id: layoutId } = await ann.client.layouts.create({ name: "Private" });
  const { update, remove, restore } = fay.client.layouts;
  for (const call of [
    () => update({ layoutId, name: "Mine" }),
    () => remove({ layoutId }),
    () => restore({ layoutId }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(fay.client.layouts.create({ id: layoutId, name: "Taken" })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  const made = (await fay.client.layouts.list()).layouts.length;
  await Promise.all(
    Array.from({ length: MOST_LAYOUTS - made }, (_, n) => fay.client.layouts.create({ name: `Board ${n}` })),
  );
  await expect(fay.client.layouts.create({ name: "One more" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("dashboards of an export come beside the account's own, without those that nobody arranged, and untouched ones go again", async () => {
  const gil = await app.aUser("Gil");
  await gil.client.layouts.list();
  const { db } = app.services;
  const [work, empty, odd] = [uuidV7(), uuidV7(), uuidV7()];
  const rows = [
    { id: work, name: "Work", layout_config: CONFIG, is_default: true, created_at: "2026-01-01T00:00:00Z" },
    { id: empty, name: "Default Layout", layout_config: {} },
    { id: odd, name: "Odd", layout_config: [] },
  ];
  await importLayouts(db, gil.userId, rows);
  await importLayouts(db, gil.userId, rows);
  const { layouts } = await gil.client.layouts.list();
  expect(layouts).toMatchObject([
    { name: "Default Layout", isDefault: true },
    { id: work, name: "Work", isDefault: false, config: CONFIG },
  ]);
  const since = new Date(Date.now() + 1000).toISOString();
  await db.withUser(gil.userId, (tx) => trashUntouchedLayouts(tx, [work, empty], since));
  expect(await namesOf(gil)).toEqual(["Default Layout"]);
});

test("the operator switches a component off for everybody, and nobody else does", async () => {
  const operator = ann;
  const bob = await app.aUser("Bob");
  const off = async (visitor: SignedInVisitor) => (await visitor.client.layouts.list()).off;
  expect(await off(bob)).toEqual([]);
  const change = { componentType: "simple-calculator", isEnabled: false };
  await expect(bob.client.layouts.switchComponent(change)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await off(bob)).toEqual([]);
  await operator.client.layouts.switchComponent(change);
  await operator.client.layouts.switchComponent(change);
  expect(await off(bob)).toEqual(["simple-calculator"]);
  await operator.client.layouts.switchComponent({ ...change, isEnabled: true });
  expect(await off(bob)).toEqual([]);
  // A table that can't be read means that all are on.
  await operator.client.layouts.switchComponent(change);
  await app.database.asSuperuser("ALTER TABLE dashboard_components RENAME TO hidden_components", []);
  expect(await off(bob)).toEqual([]);
  await app.database.asSuperuser("ALTER TABLE hidden_components RENAME TO dashboard_components", []);
  expect(await off(bob)).toEqual(["simple-calculator"]);
});
