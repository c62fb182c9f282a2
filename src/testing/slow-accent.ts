/** The rule of docs/decisions on accents, written a second time: without speed, and without a line of the first. */
export function slowAccentOf(rgba: ArrayLike<number>): string | null {
  const groups: Record<string, number[][]> = {};
  for (let point = 0; point < rgba.length / 4; point += 1) {
    const [red, green, blue, alpha] = Array.from({ length: 4 }, (_, index) => rgba[point * 4 + index]!);
    if (alpha! / 255 < 0.5) continue;
    const name = [red, green, blue].map((channel) => Math.floor(channel! / 16).toString(16)).join("");
    (groups[name] ??= []).push([red!, green!, blue!]);
  }
  const ten = Object.entries(groups)
    .sort(([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1))
    .slice(0, 10)
    .map(([, points], rank) => {
      const mean = [0, 1, 2].map((at) => {
        let sum = 0;
        for (const point of points) sum += point[at]!;
        return Math.round(sum / points.length);
      });
      const sorted = mean.toSorted((a, b) => a - b);
      const sum = mean[0]! + mean[1]! + mean[2]!;
      const saturation = sorted[2]! - sorted[0]!;
      // Three channels sum to 150 and 600 where their average is 50 and 200.
      return { mean, rank, saturation, isPreferred: saturation >= 40 && sum >= 150 && sum <= 600 };
    });
  const best = ten.toSorted(
    (one, other) =>
      Number(other.isPreferred) - Number(one.isPreferred) ||
      other.saturation - one.saturation ||
      one.rank - other.rank,
  )[0];
  if (!best) return null;
  return `#${best.mean.map((channel) => (channel + 256).toString(16).slice(1)).join("")}`;
}
