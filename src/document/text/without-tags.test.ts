import { expect, test } from "vitest";
import { withoutTags } from "./without-tags.ts";

test.each([
  ["shown <b>too</b> <!-- a secret\n\nand more", "shown too"],
  ["1 < 2", "1 < 2"],
  ["a <b and c> d", "a  d"],
  ["1 < 2 and <i>3</i> > 2", "1 < 2 and 3 > 2"],
  ['<a title="x > secret">shown</a>', "shown"],
  ["<a title='x > secret' data-b=\"1>secret\">shown</a>", "shown"],
  ["<a title = \n 'x > secret'>shown</a>", "shown"],
  // A quotation mark where no value begins opens nothing.
  ["<p don't>shown</p>", "shown"],
  ['<a href=/x?q="y>shown</a>', "shown"],
  ['<a title="it is > secret', ""],
  ["shown <img alt=secret", "shown"],
  ["<script>secret</script>shown", "shown"],
  ['<SCRIPT type="a>b">if (a < b) secret</Script >shown', "shown"],
  ["<script>secret </scripture> secret", ""],
  ["<style>p { content: '</p>secret' }</style>shown", "shown"],
  ["<template><p>secret</p></template>shown", "shown"],
  ['<iframe srcdoc="<p>secret</p>">secret</iframe>shown', "shown"],
  ["<styled>shown</styled>", "shown"],
  ['<?php echo "a > secret" ?>shown', "shown"],
  ["<![CDATA[ a > secret ]]>shown", "shown"],
  ["<!DOCTYPE html>shown", "shown"],
  ["<!-- > secret -->shown", "shown"],
  ["</p>shown", "shown"],
])("%s says %s", (html, words) => {
  expect(withoutTags(html)).toBe(words);
  expect(withoutTags(html)).not.toContain("secret");
});

test.each(["<", "<a", "<a b=", '<a b="', "<!--", "<script>", "<?", "</", "<a =", "<a b='>'"])(
  "a megabyte of %s is read at once",
  (part) => {
    const startedAt = performance.now();
    withoutTags(part.repeat(1_000_000 / part.length));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  },
);
