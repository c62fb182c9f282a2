import { expect, test } from "vitest";
import { deviceWords } from "./device-words.ts";

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
    "Chrome on Linux",
    false,
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140.0",
    "Edge on Windows",
    false,
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0",
    "Firefox on macOS",
    false,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
    true,
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36",
    "Chrome on Android",
    true,
  ],
  ["curl/8.5.0", "curl", false],
  ["", "Unknown device", false],
  [null, "Unknown device", false],
])("%s", (userAgent, device, isMobile) => {
  expect(deviceWords(userAgent)).toEqual({ device, isMobile });
});
