import { expect, test, vi } from "vitest";
import { loadTwice, PageLoadError } from "./load-twice.ts";

test("a page that fails to load once is loaded a second later", async () => {
  vi.useFakeTimers();
  const importer = vi
    .fn()
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValue({ Page: 1 });
  const loading = loadTwice(importer);
  await vi.advanceTimersByTimeAsync(999);
  expect(importer).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loading).toEqual({ Page: 1 });
  vi.useRealTimers();
});

test("a page that fails twice is a loading error", async () => {
  vi.useFakeTimers();
  const loading = expect(loadTwice(() => Promise.reject(new TypeError("gone")))).rejects.toBeInstanceOf(
    PageLoadError,
  );
  await vi.advanceTimersByTimeAsync(1000);
  await loading;
  vi.useRealTimers();
});
