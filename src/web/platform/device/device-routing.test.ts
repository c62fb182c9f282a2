import { describe, expect, it } from "vitest";
import { type Device, isMobileDevice, linkPlace, placeOf } from "./device-routing.ts";

const phone: Device = { isMobile: true, hasMobileViewport: true, prefersDesktop: false };
const sideways: Device = { ...phone, hasMobileViewport: false };
const phoneAsDesktop: Device = { ...phone, prefersDesktop: true };
const desk: Device = { isMobile: false, hasMobileViewport: false, prefersDesktop: false };
const narrowWindow: Device = { ...desk, hasMobileViewport: true };

const SAME = ["/", "/public/pricing", "/auth/login", "/auth/reset-password", "/setup/onboarding", "/setup"];

describe("where a device belongs", () => {
  it.each([
    [phone, "/app/editor/1", "/mobile/editor/1"],
    [phone, "/app/projects/1", "/mobile/projects/1"],
    [phone, "/app", "/mobile/dashboard"],
    [phone, "/app/", "/mobile/dashboard"],
    [phone, "/nowhere", "/mobile/dashboard"],
    [phone, "/application", "/mobile/dashboard"],
    [phone, "/mobile", "/mobile/dashboard"],
    [phone, "/mobile/", "/mobile/dashboard"],
    [phone, "/mobile/nowhere", "/mobile/nowhere"],
    [desk, "/mobile/editor/1", "/app/editor/1"],
    [desk, "/mobile", "/app/dashboard"],
    [desk, "/mobile/", "/app/dashboard"],
    [desk, "/mobiles", "/mobiles"],
    [desk, "/app/notes", "/app/notes"],
    [desk, "/nowhere", "/nowhere"],
    [sideways, "/app/notes", "/app/notes"],
    [sideways, "/mobile/notes", "/mobile/notes"],
    [sideways, "/mobile", "/mobile/dashboard"],
    [narrowWindow, "/app/notes", "/app/notes"],
    [narrowWindow, "/mobile/notes", "/mobile/notes"],
    [phoneAsDesktop, "/app/notes", "/app/notes"],
    [phoneAsDesktop, "/mobile/notes", "/app/notes"],
    [phoneAsDesktop, "/mobile", "/app/dashboard"],
  ])("%o at %s: %s", (device, path, place) => {
    expect(placeOf(path, device)).toBe(place);
    expect(placeOf(place, device)).toBe(place);
  });

  it.each(SAME)("%s is the same for all", (path) => {
    for (const device of [phone, sideways, phoneAsDesktop, desk, narrowWindow])
      expect(placeOf(path, device)).toBe(path);
  });

  it("keeps links within the mobile app, also where a device may be in either", () => {
    expect(linkPlace("/app/notes", "/mobile/dashboard", phone)).toBe("/mobile/notes");
    expect(linkPlace("/app/notes", "/mobile/dashboard", sideways)).toBe("/mobile/notes");
    expect(linkPlace("/app/notes", "/app/dashboard", sideways)).toBe("/app/notes");
    expect(linkPlace("/app/notes", "/mobile/dashboard", desk)).toBe("/app/notes");
    expect(linkPlace("/auth/login", "/mobile/dashboard", sideways)).toBe("/auth/login");
    expect(linkPlace("/app/settings", "/mobile/settings", phoneAsDesktop)).toBe("/app/settings");
  });
});

describe("a mobile device", () => {
  const MAC =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15";
  const LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
  it.each([
    [{ userAgent: LINUX, userAgentData: { mobile: true } }, true],
    [{ userAgent: "Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/140 Mobile Safari/537.36" }, true],
    [
      { userAgent: "Mozilla/5.0 (Linux; Android 14; Tab) Chrome/140", userAgentData: { mobile: false } },
      true,
    ],
    [
      { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) Version/16.0 Mobile/15E148" },
      true,
    ],
    [{ userAgent: MAC, platform: "MacIntel", maxTouchPoints: 5 }, true],
    [{ userAgent: MAC, platform: "MacIntel", maxTouchPoints: 0 }, false],
    [{ userAgent: LINUX, platform: "Linux x86_64", maxTouchPoints: 10 }, false],
    [{ userAgent: LINUX, userAgentData: { mobile: false } }, false],
  ])("%o: %s", (browser, isMobile) => expect(isMobileDevice(browser)).toBe(isMobile));
});
