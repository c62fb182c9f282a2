/** Contrast of a set of colour tokens by WCAG 2, reckoned without the code that made them. */

type Colour = { channels: number[]; alpha: number };

/** "#rrggbb", "#rrggbbaa", and what a browser answers for a computed colour: "rgb(1, 2, 3)", "rgba(1, 2, 3, 0.5)". */
function parse(text: string): Colour {
  if (text.startsWith("#")) {
    const bytes = text
      .slice(1)
      .match(/../g)!
      .map((pair) => Number.parseInt(pair, 16));
    return { channels: bytes.slice(0, 3), alpha: (bytes[3] ?? 255) / 255 };
  }
  const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [];
  if (!text.startsWith("rgb") || numbers.length < 3) throw new Error(`Not a colour: ${text}`);
  return { channels: numbers.slice(0, 3), alpha: numbers[3] ?? 1 };
}

function light(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const coded = channel / 255;
    return coded > 0.04045 ? Math.pow((coded + 0.055) / 1.055, 2.4) : coded / 12.92;
  });
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

export function contrastOf(one: string, other: string): number {
  return ratioOf(parse(one).channels, parse(other).channels);
}

function ratioOf(one: number[], other: number[]): number {
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const laidOn = ({ channels, alpha }: Colour, below: number[]): number[] =>
  channels.map((channel, at) => Math.round(alpha * channel + (1 - alpha) * below[at]!));

const HEX = /#[0-9a-f]{6}(?:[0-9a-f]{2})?/g;

/** What is seen along a gradient, in thirty-two steps; the plain colour where there is none. */
function along(gradient: string, plain: string): number[][] {
  const stops = (/linear-gradient\(155deg, ([^)]*)\)/.exec(gradient)?.[1]?.match(HEX) ?? []).map(
    (hex) => parse(hex).channels,
  );
  if (stops.length === 0) return [parse(plain).channels];
  const film = /^linear-gradient\((#[0-9a-f]{8})/.exec(gradient)?.[1];
  return Array.from({ length: 33 }, (_, step) => {
    const place = (step / 32) * (stops.length - 1);
    const at = Math.min(stops.length - 2, Math.floor(place));
    const [from, to] = [stops[at]!, stops[at + 1]!];
    const seen = from.map((channel, index) => Math.round(channel + (to[index]! - channel) * (place - at)));
    return film ? laidOn(parse(film), seen) : seen;
  });
}

const TEXTS = ["--ink", "--muted", "--faint", "--accent", "--danger", "--warn", "--good"] as const;
const WRITTEN_ON_VEILS = ["--ink", "--muted", "--faint", "--accent"] as const;
const VEILS = ["--hover", "--pressed", "--accent-soft"] as const;

/** A line for each pair that cannot be told apart well enough; `tokens` are those of one mode. */
export function contrastFaults(tokens: Readonly<Record<string, string>>, name: string): string[] {
  const faults: string[] = [];
  const token = (key: string) => tokens[key] ?? "";
  const surfaces = [
    ...along(token("--backdrop"), token("--bg")).map((channels) => ["page", channels] as const),
    ...along(token("--backdrop-panel"), token("--panel")).map((channels) => ["panel", channels] as const),
    ["raised", parse(token("--raised")).channels] as const,
  ];
  const demand = (what: string, one: number[], other: number[], least: number) => {
    const found = ratioOf(one, other);
    if (found < least) faults.push(`${name}: ${what} has ${found.toFixed(2)}, needs ${least}`);
  };
  for (const [surface, channels] of surfaces) {
    for (const text of TEXTS) demand(`${text} on ${surface}`, parse(token(text)).channels, channels, 4.5);
    for (const veil of VEILS)
      for (const text of WRITTEN_ON_VEILS)
        demand(
          `${text} on ${veil} on ${surface}`,
          parse(token(text)).channels,
          laidOn(parse(token(veil)), channels),
          4.5,
        );
    for (const drawn of ["--accent-fill", "--field-line"])
      demand(`${drawn} on ${surface}`, laidOn(parse(token(drawn)), channels), channels, 3);
  }
  for (const fill of ["--accent-fill", "--accent-fill-hover"])
    demand(`--on-accent on ${fill}`, parse(token("--on-accent")).channels, parse(token(fill)).channels, 4.5);
  return faults;
}
