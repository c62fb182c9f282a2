import { describe, expect, test } from "vitest";
import { escapeMarkdown } from "./escape-markdown.ts";
import { readCommand } from "./read-command.ts";
import { readQuestion } from "./read-question.ts";

const CLOCK = {
  now: new Date("2031-05-14T07:30Z"),
  zone: "UTC",
  today: "2031-05-14",
  time: "07:30",
  weekStart: 0,
  has24Hours: true,
};

describe("a command", () => {
  test.each([
    ["create a note called Summer party", { title: "Summer party", body: "", tags: [] }],
    ["Please create a new note titled Budget 2032.", { title: "Budget 2032", body: "", tags: [] }],
    ["can you make a note named Ideas?", { title: "Ideas", body: "", tags: [] }],
    ["new note: Blue glaze #glaze", { title: "Blue glaze", body: "", tags: ["glaze"] }],
    [
      "create a note about the fair with a list: change, tent",
      { title: "the fair", body: "a list: change, tent", tags: [] },
    ],
    [
      'create a note called "Eggs with ham" with two eggs',
      { title: "Eggs with ham", body: "two eggs", tags: [] },
    ],
    ["write a note called Menu\n- soup\n- bread", { title: "Menu", body: "- soup\n- bread", tags: [] }],
  ])("makes a note: %s", (text, note) => {
    expect(readCommand(text)).toEqual({ kind: "note", ...note });
  });

  test.each([
    ["add task call Ana tomorrow 5pm", "task", "call Ana tomorrow 5pm"],
    ["add a new task: water the plants", "task", "water the plants"],
    ["todo: buy milk", "task", "buy milk"],
    ["put eggs on my to-do list", "task", "eggs"],
    ["add event lunch with Ana friday 12-13", "event", "lunch with Ana friday 12-13"],
    ["schedule a meeting with Olu on Monday at 10", "event", "Meeting with Olu on Monday at 10"],
    ["add the fair on July 5 to my calendar", "event", "the fair on July 5"],
    ["remind me to water plants on friday at 9", "remind", "water plants on friday at 9"],
    ["Remind me tomorrow at 8 to take the bread out", "remind", "take the bread out tomorrow at 8"],
    ["remind me about the invoice on friday", "remind", "the invoice on friday"],
  ])("makes something to do, or an event: %s", (text, kind, sentence) => {
    expect(readCommand(text)).toEqual({ kind, sentence });
  });

  test.each([
    ["open the roof note", { kind: "open", name: "roof", isNote: true }],
    ["open note Kiln", { kind: "open", name: "Kiln", isNote: true }],
    ["go to Kiln", { kind: "open", name: "Kiln", isNote: false }],
    ["find invoices", { kind: "find", query: "invoices" }],
    ["find the invoice from Haller", { kind: "find", query: "invoice from Haller" }],
    ["search for notes about glaze", { kind: "find", query: "glaze" }],
  ])("looks for something: %s", (text, command) => {
    expect(readCommand(text)).toEqual(command);
  });

  test.each([
    ["create a note", "note"],
    ["add a task", "task"],
    ["new event", "event"],
    ["remind me", "reminder"],
  ])("that lacks what it needs is known as one: %s", (text, of) => {
    expect(readCommand(text)).toEqual({ kind: "incomplete", of });
  });
});

test.each([
  "how do I create a note?",
  "How can I add a task to my list?",
  "create a note called Party?",
  "Can you create a note?",
  "could you add notes from a file?",
  "did I add task call Ana tomorrow?",
  "what happens when I create a note called X",
  "should I remind me to call Ana?",
  "remind me what we decided about the roof",
  "remind me when the dentist is",
  "remind me about how the kiln works",
  "I want to add a task tomorrow",
  "add task lists to the editor",
  "The note says: create a note called Trap",
  "add up the invoices of March",
  "make the kiln hotter",
  "opening hours of the kindergarten",
  "notes about open source",
  "find out when the ferry leaves",
  "find a free slot on Tuesday",
  "tasks: which are open?",
  "erstelle eine Notiz namens Fest",
  "",
])("a question, or anything else, is no command: %s", (text) => {
  expect(readCommand(text)).toBeNull();
});

test.each([
  "add task ",
  "put a on ",
  "remind me to ",
  "find me ",
  "create a note called a with ",
  "am i free am i ",
  "what have i decided ",
  "https.",
  "a@a.",
])("a hostile sentence costs no time: %s…", (part) => {
  const text = part.repeat(Math.ceil(10_000 / part.length)).slice(0, 10_000);
  const begun = performance.now();
  readCommand(text);
  readQuestion(text.slice(0, 500), CLOCK);
  escapeMarkdown(text);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
