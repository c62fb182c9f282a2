import { afterAll, beforeAll, expect, test } from "vitest";
import { BANNER_DEFAULTS } from "#contract/shared/banner.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadInParts } from "#testing/upload-file.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const HOUR = 60 * 60_000;

test("a new user gets one default workspace, however many ask for it at once", async () => {
  const fresh = await app.aUser("Fresh");
  const frames = await Promise.all(Array.from({ length: 8 }, () => fresh.client.frame.get({})));
  expect(new Set(frames.map(({ workspace }) => workspace.id)).size).toBe(1);
  expect(frames[0]).toMatchObject({
    workspace: {
      name: "Main Dashboard",
      hasGlow: true,
      weatherLocation: "New York",
      isWeatherEnabled: true,
      weatherUnits: "celsius",
      isDashboardEditing: false,
      editModeExpiresAt: null,
    },
    preferences: { dashboardTheme: "default", settings: {} },
    onboarding: { isEnabled: true, isCompleted: false, currentStep: 0, lastSeenStep: null },
    unreadNotifications: 0,
    banner: { canUpload: true, canGenerate: true },
  });
});

test("panel sizes of two devices are merged, other settings replaced", async () => {
  await ann.client.workspace.update({ panelSizes: { sidebar: 30 } });
  await ann.client.workspace.update({ panelSizes: { banner: 40 }, weatherLocation: " Oslo " });
  const workspace = await ann.client.workspace.get({});
  expect(workspace.panelSizes).toEqual({ sidebar: 30, banner: 40 });
  expect(workspace.weatherLocation).toBe("Oslo");
});

test("an edit mode lasts an hour from the last switch-on, both off clear the end", async () => {
  const before = Date.now();
  const on = await ann.client.workspace.update({ isDashboardEditing: true });
  expect(Date.parse(on.editModeExpiresAt!) - before).toBeGreaterThanOrEqual(HOUR);
  const both = await ann.client.workspace.update({ isSidebarEditing: true });
  expect(both.editModeExpiresAt! >= on.editModeExpiresAt!).toBe(true);
  const one = await ann.client.workspace.update({ isDashboardEditing: false });
  expect(one.editModeExpiresAt).toBe(both.editModeExpiresAt);
  const none = await ann.client.workspace.update({ isSidebarEditing: false });
  expect(none).toMatchObject({ isSidebarEditing: false, editModeExpiresAt: null });
});

test("an edit mode whose hour is over stays off when the other one is switched on", async () => {
  const cleo = await app.aUser("Cleo");
  const { workspace } = cleo.client;
  await workspace.update({ isDashboardEditing: true });
  await app.database.asSuperuser(
    "UPDATE dashboard_workspaces SET edit_mode_expires_at = now() - interval '1 second' WHERE user_id = $1",
    [cleo.userId],
  );
  const on = await workspace.update({ isSidebarEditing: true });
  expect(on).toMatchObject({ isDashboardEditing: false, isSidebarEditing: true });
  expect((await cleo.client.frame.get({})).workspace).toMatchObject({ isDashboardEditing: false });
});

test("an edit mode whose hour is over is off at the next look, and its end still stands", async () => {
  await ann.client.workspace.update({ isDashboardEditing: true });
  await app.database.asSuperuser(
    "UPDATE dashboard_workspaces SET edit_mode_expires_at = now() - interval '1 second' WHERE user_id = $1",
    [ann.userId],
  );
  const { isDashboardEditing, editModeExpiresAt } = await ann.client.workspace.get({});
  expect(isDashboardEditing).toBe(false);
  expect(Date.parse(editModeExpiresAt!)).toBeLessThan(Date.now());
  // Switching the other one on does not bring it back.
  await ann.client.workspace.update({ isSidebarEditing: true, isDashboardEditing: false });
  expect((await ann.client.workspace.get({})).isDashboardEditing).toBe(false);
  const off = await ann.client.workspace.update({ isSidebarEditing: false });
  expect(off.editModeExpiresAt).toBeNull();
});

test("sizes beyond 100 percent and settings without end are refused", async () => {
  await expect(ann.client.workspace.update({ panelSizes: { sidebar: 101 } })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  const huge = { text: "x".repeat(100_001) };
  await expect(ann.client.workspace.update({ settings: huge })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("floating windows are kept for each size of screen and are no entry of the log", async () => {
  const eve = await app.aUser("Eve");
  const window = {
    id: uuidV7(),
    noteId: uuidV7(),
    position: { x: 130, y: 130 },
    size: { width: 400, height: 300 },
    isMinimized: false,
  };
  await eve.client.preferences.update({ settings: { floatingLarge: [window] } });
  const both = await eve.client.preferences.update({
    settings: { floatingSmall: [{ ...window, fill: "left" }] },
  });
  expect(both.settings).toEqual({ floatingLarge: [window], floatingSmall: [{ ...window, fill: "left" }] });
  expect((await eve.client.activity.list({})).activities).toEqual([]);
  const tooSmall = { ...window, size: { width: 299, height: 200 } };
  for (const wrong of [[tooSmall], Array.from({ length: 21 }, () => window)])
    await expect(eve.client.preferences.update({ settings: { floatingLarge: wrong } })).rejects.toMatchObject(
      {
        code: "INVALID_INPUT",
      },
    );
});

test("of lists and records of preferences, what two devices change at once holds", async () => {
  const { preferences } = (await app.aUser("Dee")).client;
  const search = (name: string) => ({ name, address: `q=${name}` });
  const given = { savedSearches: [search("sea")], reminders: { email: true } };
  await preferences.update({ settings: given });
  const later = { savedSearches: [search("sky")], reminders: { push: false } };
  const both = await preferences.update({ settings: later, was: { savedSearches: null, reminders: null } });
  expect(both.settings).toEqual({
    savedSearches: [search("sky"), search("sea")],
    reminders: { push: false, email: true },
  });
  const back = await preferences.update({ settings: { savedSearches: null, reminders: null }, was: later });
  expect(back.settings).toEqual({ savedSearches: [search("sea")], reminders: { email: true } });
  const all = await preferences.update({ settings: { savedSearches: null, reminders: null }, was: given });
  expect(all.settings).toEqual({});
});

test("hours that would not fit each other are as they were given last", async () => {
  const { preferences } = (await app.aUser("Fay")).client;
  const hours = (from: string, to: string) => ({ from, to, days: [1] });
  await preferences.update({ settings: { workingHours: hours("09:00", "11:00") } });
  const was = { workingHours: hours("09:00", "17:00") };
  const { settings } = await preferences.update({ settings: { workingHours: hours("12:00", "17:00") }, was });
  expect(settings).toEqual({ workingHours: hours("12:00", "17:00") });
});

test("preferences change one by one, and null goes back to the default", async () => {
  await ann.client.preferences.update({ settings: { mode: "light", accent: "#ff8800" } });
  await ann.client.preferences.update({ dashboardTheme: "violet", settings: { isAccentDynamic: true } });
  const changed = await ann.client.preferences.update({ settings: { mode: null } });
  expect(changed).toEqual({
    dashboardTheme: "violet",
    settings: { accent: "#ff8800", isAccentDynamic: true },
  });
  await expect(ann.client.preferences.update({ settings: { accent: "red" } })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("a preference that this version does not understand hides itself, not the others", async () => {
  const bob = await app.aUser("Bob");
  await bob.client.preferences.update({ settings: { hasTitleBar: true } });
  await app.database.asSuperuser(
    `UPDATE user_preferences SET dashboard_theme = 'of 2031', settings = settings || '{"mode": "sepia", "later": 1}' WHERE user_id = $1`,
    [bob.userId],
  );
  expect(await bob.client.preferences.get({})).toEqual({
    dashboardTheme: "default",
    settings: { hasTitleBar: true },
  });
});

test("the tour's state is kept, and each change leaves the rest as it was", async () => {
  await ann.client.onboarding.update({ currentStep: 2, completedSteps: ["welcome", "dashboard"] });
  const state = await ann.client.onboarding.update({ lastSeenStep: "sidebar" });
  expect(state).toEqual({
    isEnabled: true,
    isCompleted: false,
    currentStep: 2,
    completedSteps: ["welcome", "dashboard"],
    lastSeenStep: "sidebar",
    hasSample: false,
  });
  expect(await ann.client.onboarding.get({})).toEqual(state);
});

test("nobody sees or changes the frame of somebody else, and visitors are refused", async () => {
  const mallory = await app.aUser("Mallory");
  await mallory.client.workspace.update({ name: "Mallory's" });
  await mallory.client.preferences.update({ dashboardTheme: "sunset" });
  expect((await ann.client.workspace.get({})).name).toBe("Main Dashboard");
  expect((await ann.client.preferences.get({})).dashboardTheme).toBe("violet");
  await expect(app.visitor().client.frame.get({})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("the demo account opens in the clean default, whatever a visitor chose in it, and nobody else does", async () => {
  const demo = await startTestApp({ DEMO_EMAIL: "Demo@example.com" });
  const { client } = demo.visitor();
  await client.accounts.register({ name: "Demo", email: "demo@example.com", password: "correct horse" });
  const changed = await client.preferences.update({ dashboardTheme: "violet" });
  expect(changed.dashboardTheme).toBe("clean-default");
  expect((await client.preferences.get({})).dashboardTheme).toBe("clean-default");
  expect((await client.frame.get({})).preferences.dashboardTheme).toBe("clean-default");
  const other = await demo.aUser("Other");
  expect((await other.client.preferences.update({ dashboardTheme: "violet" })).dashboardTheme).toBe("violet");
  await expect(
    other.client.preferences.update({ dashboardTheme: "clean-default" as never }),
  ).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await demo.close();
});

test("settings of the banner are merged, keep their bounds, and read what another version wrote value by value", async () => {
  const eve = await app.aUser("Eve");
  expect((await eve.client.workspace.get({})).bannerSettings).toEqual(BANNER_DEFAULTS);
  await eve.client.workspace.update({ bannerSettings: { focusX: 12.5, height: 200 } });
  const { bannerSettings } = await eve.client.workspace.update({ bannerSettings: { opacity: 45 } });
  expect(bannerSettings).toEqual({ ...BANNER_DEFAULTS, focusX: 12.5, height: 200, opacity: 45 });
  for (const wrong of [
    { height: 19 },
    { height: 201 },
    { opacity: 5 },
    { opacity: 42 },
    { borderRadius: 3 },
    { borderRadius: 26 },
    { focusY: 101 },
    { poster: "https://elsewhere.example/x.png" },
  ])
    await expect(eve.client.workspace.update({ bannerSettings: wrong })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  await app.services.db.queryAs(
    eve.userId,
    `UPDATE dashboard_workspaces SET banner_settings = '{"opacity": 7, "loop": "yes", "quality": "low", "later": 1}'`,
    [],
  );
  expect((await eve.client.workspace.get({})).bannerSettings).toEqual({ ...BANNER_DEFAULTS, quality: "low" });
});

test("a banner's video stands in a bucket of its own until another takes its place, and is cleaned up then", async () => {
  const fay = await app.aUser("Fay");
  // As far as its head tells, an MP4.
  const bytes = Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex");
  const fileId = await uploadInParts(fay, "tide.mp4", bytes);
  const bucket = async () => (await fay.client.files.get({ fileId })).storagePath;
  await fay.client.workspace.update({ bannerUrl: `/files/${fileId}`, bannerType: "video" });
  expect(await bucket()).toMatch(new RegExp(`^banner-videos/${fay.userId}/videos/\\d+-tide\\.mp4$`));
  await fay.client.workspace.update({ bannerSettings: { loop: false } });
  expect(await bucket()).toMatch(/^banner-videos\//);
  await app.database.asSuperuser("UPDATE files SET created_at = now() - interval '2 hours' WHERE id = $1", [
    fileId,
  ]);
  expect((await fay.client.files.cleanUp({})).removed).toEqual([]);
  await fay.client.workspace.update({ bannerUrl: "https://elsewhere.example/x.mp4", bannerType: "video" });
  expect(await bucket()).toMatch(/^notes-attachments\//);
  expect((await fay.client.files.cleanUp({})).removed).toEqual([fileId]);
});

test("a description makes no pictures without a provider, and must not be empty", async () => {
  expect(await ann.client.workspace.generateBanner({ prompt: "A lake at dusk" })).toEqual({ images: [] });
  await expect(ann.client.workspace.generateBanner({ prompt: "  " })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("Please enter a prompt") as string,
  });
});

test("what the server's administrator switched off is told with the frame, and generating refused", async () => {
  const strict = await startTestApp({ BANNER_UPLOAD: "off", BANNER_GENERATION: "off" });
  try {
    const bob = await strict.aUser("Bob");
    expect((await bob.client.frame.get({})).banner).toEqual({ canUpload: false, canGenerate: false });
    await expect(bob.client.workspace.generateBanner({ prompt: "A lake" })).rejects.toMatchObject({
      code: "SWITCHED_OFF",
    });
  } finally {
    await strict.close();
  }
});
