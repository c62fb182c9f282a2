import type { ContentTask, ProjectColor, ProjectContent } from "#contract/projects.ts";

type Step = {
  title: string;
  /** Days after the first one. */
  due?: number;
  start?: number;
  minutes?: number;
  high?: true;
  /** The place of another step in the list, counted from 0. */
  after?: number[];
  under?: number;
  words?: string;
};
type Written = { title: string; text: string; folder?: string };
export type ReadyTemplate = { id: string; name: string; content: ProjectContent };

const FIRST = Date.parse("2027-01-04");
const dayAt = (days: number | undefined): string | null =>
  days === undefined ? null : new Date(FIRST + days * 86_400_000).toISOString().slice(0, 10);

function ready(
  id: string,
  name: string,
  {
    description,
    color,
    due,
    notes,
    steps,
  }: { description: string; color: ProjectColor; due: number; notes: Written[]; steps: Step[] },
): ReadyTemplate {
  const folders = [...new Set(notes.flatMap(({ folder }) => folder ?? []))];
  const content: ProjectContent = {
    version: 1,
    description,
    color,
    dueDate: dayAt(due),
    pageId: "note 0",
    folders: folders.map((folder) => ({ id: `folder ${folder}`, name: folder, parentId: null })),
    notes: notes.map(({ title, text, folder }, at) => ({
      id: `note ${at}`,
      title,
      tags: [],
      folderId: folder === undefined ? null : `folder ${folder}`,
      format: "markdown",
      text,
    })),
    tasks: steps.map((step, at) => taskOf(step, at)),
  };
  return { id, name, content };
}

const taskOf = (
  { title, due, start, minutes, high, after = [], under, words = "" }: Step,
  at: number,
): ContentTask => ({
  id: `task ${at}`,
  title,
  description: words,
  priority: high ? "high" : "medium",
  category: "general",
  tags: [],
  parentId: under === undefined ? null : `task ${under}`,
  startDate: dayAt(start),
  dueDate: dayAt(due),
  dueTime: null,
  estimateMinutes: minutes ?? null,
  repeat: null,
  repeatFrom: "due",
  waitsFor: after.map((other) => `task ${other}`),
  noteIds: [],
  noteId: null,
  blockId: null,
});

/** For somebody who has no project yet; each is a project like any other once it is made. */
export const READY: ReadyTemplate[] = [
  ready("product-launch", "Product launch", {
    description: "From the first draft of the message to the day it goes out, in six weeks.",
    color: "blue",
    due: 42,
    notes: [
      {
        title: "Launch plan",
        text: "## What we launch\n\nOne sentence that anyone understands.\n\n## For whom\n\n- Who has the problem today, and what they do about it\n\n## What has to be true on the day\n\n- [ ] The price is decided\n- [ ] Support knows the five questions that will come\n- [ ] Someone can turn it off again\n",
      },
      {
        title: "Message and words",
        folder: "Words",
        text: "## Headline\n\n## Three reasons\n\n1. \n2. \n3. \n\n## What we don't say\n",
      },
      {
        title: "Press and people to tell",
        folder: "Words",
        text: "| Who | Where | Told on | Answer |\n| --- | --- | --- | --- |\n|  |  |  |  |\n",
      },
      {
        title: "After the launch",
        text: "## What went well\n\n## What to do otherwise\n\n## Numbers of the first week\n",
      },
    ],
    steps: [
      { title: "Write the message in one sentence", start: 0, due: 3, minutes: 120, high: true },
      { title: "Decide price and date", start: 2, due: 7, high: true },
      { title: "Build the page", start: 7, due: 24, after: [0, 1] },
      { title: "Write its text", start: 7, due: 14, under: 2, minutes: 240 },
      { title: "Take the pictures", start: 12, due: 20, under: 2 },
      { title: "Let five people try it and watch them", start: 18, due: 28, minutes: 300, after: [2] },
      { title: "Mend what they stumbled over", start: 28, due: 34, after: [5] },
      { title: "Write to press and friends", start: 33, due: 37, after: [2] },
      { title: "Prepare answers for support", due: 38, minutes: 90 },
      {
        title: "Launch",
        due: 40,
        high: true,
        after: [6, 7, 8],
        words: "Early in the week, early in the day.",
      },
      { title: "Look back together", due: 42, minutes: 60, after: [9] },
    ],
  }),
  ready("writing-a-book", "Writing a book", {
    description: "A first draft in twelve weeks, a second one after a rest.",
    color: "purple",
    due: 140,
    notes: [
      {
        title: "The book in one page",
        text: "## What it is about\n\n## Who tells it, and to whom\n\n## How it ends\n\n- [ ] I can tell it to a friend in a few sentences\n- [ ] I know the last scene\n",
      },
      {
        title: "People and places",
        folder: "Notes",
        text: "| Name | Wants | Fears | Looks |\n| --- | --- | --- | --- |\n|  |  |  |  |\n",
      },
      { title: "Loose ideas", folder: "Notes", text: "Everything that has no place yet.\n" },
      { title: "Chapter 1", folder: "Draft", text: "" },
      { title: "Chapter 2", folder: "Draft", text: "" },
      { title: "Chapter 3", folder: "Draft", text: "" },
    ],
    steps: [
      { title: "Write the book in one page", start: 0, due: 7, minutes: 240, high: true },
      { title: "Make a list of chapters", start: 7, due: 14, after: [0] },
      {
        title: "First draft",
        start: 14,
        due: 84,
        after: [1],
        words: "Forward only: what is bad is mended in the second draft.",
      },
      { title: "First third", start: 14, due: 38, under: 2 },
      { title: "Second third", start: 38, due: 61, under: 2, after: [3] },
      { title: "Last third", start: 61, due: 84, under: 2, after: [4] },
      { title: "Let it lie for two weeks", start: 84, due: 98, after: [2] },
      { title: "Read it in one go and take notes", start: 98, due: 101, minutes: 600, after: [6] },
      { title: "Second draft", start: 102, due: 130, after: [7] },
      { title: "Give it to three readers", due: 132, after: [8] },
      { title: "Collect what they say", start: 132, due: 140, after: [9] },
    ],
  }),
  ready("move-house", "Move house", {
    description: "Eight weeks from the signed contract to the last box.",
    color: "orange",
    due: 58,
    notes: [
      {
        title: "The move",
        text: "## Addresses\n\nOld: \n\nNew: \n\n## Who has a key\n\n## On the day\n\n- [ ] Food and water for everyone\n- [ ] Read the meters, with a photo\n- [ ] Beds first\n",
      },
      {
        title: "Whom to tell the new address",
        text: "- [ ] Post office\n- [ ] Bank\n- [ ] Insurance\n- [ ] Employer\n- [ ] Doctor\n- [ ] Electricity and internet\n- [ ] Friends\n",
      },
      {
        title: "Boxes",
        folder: "Lists",
        text: "| No. | Room | What is in it |\n| --- | --- | --- |\n| 1 |  |  |\n",
      },
      { title: "What to buy", folder: "Lists", text: "- [ ] Boxes and tape\n- [ ] Lamps\n" },
    ],
    steps: [
      { title: "Give notice for the old home", due: 0, high: true, words: "In writing; keep the receipt." },
      { title: "Ask three movers for an offer", start: 1, due: 10, minutes: 60 },
      { title: "Choose a mover and a day", due: 14, after: [1], high: true },
      { title: "Order internet for the new home", due: 16, minutes: 30, words: "It takes weeks." },
      { title: "Give away what isn't coming along", start: 14, due: 40 },
      { title: "Measure the rooms", due: 20, minutes: 60 },
      { title: "Pack", start: 35, due: 54, after: [2] },
      { title: "Books and what is seldom used", start: 35, due: 45, under: 6 },
      { title: "Kitchen", start: 50, due: 53, under: 6 },
      { title: "One bag for the first night", due: 54, under: 6 },
      { title: "Tell everyone the new address", start: 40, due: 50, minutes: 90 },
      { title: "Moving day", due: 56, high: true, after: [6] },
      {
        title: "Hand over the old home",
        due: 58,
        after: [11],
        words: "Together, with a protocol and photos.",
      },
    ],
  }),
];
