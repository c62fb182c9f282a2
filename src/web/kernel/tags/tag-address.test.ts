import { expect, test } from "vitest";
import { tagsInAddress, tagsOfAddress } from "./tag-address.ts";

test.each([[["home"]], [["a,b", "c"]], [["50%"]], [["%2C", ","]], [["日本 語", "#x"]], [[]]])(
  "%j comes out of an address as it went in",
  (tags) => {
    expect(tagsOfAddress(tagsInAddress(tags))).toEqual(tags);
  },
);

test("what stands there twice, or is nothing, counts once or not at all", () => {
  expect(tagsOfAddress(",home,,home")).toEqual(["home"]);
  expect(tagsOfAddress(undefined)).toEqual([]);
});
