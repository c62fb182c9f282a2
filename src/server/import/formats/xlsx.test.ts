import { describe, expect, test } from "vitest";
import { readCells } from "./xlsx-cells.ts";
import { readFormats, writeNumber } from "./xlsx-numbers.ts";

describe("a number of a workbook is written as its sheet shows it", () => {
  test.each([
    [3, "General", "3"],
    [0.1 + 0.2, "General", "0.3"],
    [1234567.891, "#,##0.00", "1,234,567.89"],
    [-1234.5, "#,##0.00", "-1,234.50"],
    [-1234.5, "#,##0.00;(#,##0.00)", "(1,234.50)"],
    [0.256, "0.0%", "25.6%"],
    [9.5, '"$"#,##0.00', "$9.50"],
    [9.5, "#,##0.00\\ [$€-407]", "9.50 €"],
    [-9.5, "[$¥-411]#,##0", "-¥10"],
    [7, "0.##", "7"],
    [42, '0" kg"', "42 kg"],
    [46082, "yyyy-mm-dd", "2026-03-01"],
    [46082, "d. mmmm yyyy", "2026-03-01"],
    [46082.604166666664, "dd.mm.yyyy hh:mm", "2026-03-01 14:30"],
    [0.604166666666667, "h:mm AM/PM", "14:30"],
    [1.5, "[h]:mm:ss", "36:00:00"],
    [46082, '[Red]yyyy"年"m"月"', "2026-03-01"],
    [-1, "yyyy-mm-dd", "-1"],
    [1e300, "0.00", "1e+300"],
    [5, "@", "5"],
    [5, "", "5"],
  ])("%s by %s", (number, code, words) => {
    expect(writeNumber(number, code)).toBe(words);
  });

  test("days of a workbook of 1904 begin there", () => {
    expect(writeNumber(44620, "yyyy-mm-dd", true)).toBe("2026-03-01");
  });
});

const cellsOf = (rows: string, strings: string[] = []) =>
  readCells(`<worksheet><sheetData>${rows}</sheetData></worksheet>`, {
    strings,
    formats: readFormats("<styleSheet/>", false),
    columnsMax: 100,
    rowsMax: 1_000,
  });

describe("cells", () => {
  test("stand where they say, and in their order where they say nothing; empty ones at both ends are none", () => {
    const rows = `<row r="2"><c r="C2" t="s"><v>0</v></c><c t="b"><v>1</v></c></row>
      <row><c t="inlineStr"><is><t>In</t><r><t>line</t></r><rPh><t>no</t></rPh></is></c><c t="e"><v>#REF!</v></c></row>
      <row r="900"><c r="A900" s="3"/></row>`;
    expect(cellsOf(rows, ["日本"])).toEqual([
      ["", "", "日本", "TRUE"],
      ["Inline", "#REF!"],
    ]);
  });

  test("far away are refused before anything is made of them", () => {
    expect(() => cellsOf('<row r="1048576"><c r="A1048576"><v>1</v></c></row>')).toThrow(
      "more than 1,000 rows",
    );
    expect(() => cellsOf('<row r="1"><c r="XFD1"><v>1</v></c></row>')).toThrow("more than 100 columns");
    expect(() => cellsOf('<row r="9999999999"><c t="s"><v>999999</v></c></row>')).not.toThrow();
  });

  test("of a document with entities of its own are not read", () => {
    const xml = '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>';
    const options = { strings: [], formats: readFormats("<x/>", false), columnsMax: 9, rowsMax: 9 };
    expect(() => readCells(xml, options)).toThrow(/entities/);
  });
});
