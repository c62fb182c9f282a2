const BROWSERS: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
];

const find = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Windows": enough to know one's own devices again, from what a browser says of itself. */
export function deviceWords(userAgent: string | null): { device: string; isMobile: boolean } {
  const text = userAgent ?? "";
  const browser = find(BROWSERS, text);
  const system = find(SYSTEMS, text);
  const device = browser && system ? `${browser} on ${system}` : (browser ?? system ?? "Unknown device");
  return { device, isMobile: /iPhone|iPad|Android|Mobile/.test(text) };
}
