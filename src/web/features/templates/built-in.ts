/** What one can use of a template: its own, or one that comes with Cairn. */
export type Usable = { id: string; name: string; text: string; isBuiltIn: boolean };

/** Come with Cairn, cannot be changed, and step back behind one's own of the same name. */
export const BUILT_IN: Usable[] = [
  {
    id: "meeting",
    name: "Meeting notes",
    text: `# Meeting, {{date}}

**Present:**

## Agenda

1.

## Decisions

-

## To do

- [ ]
`,
  },
  {
    id: "journal",
    name: "Journal",
    text: `# {{weekday}}, {{date}}

## What happened

## What I learned

## What I am grateful for

-
`,
  },
  {
    id: "project",
    name: "Project brief",
    text: `# {{title}}

> [!NOTE]
> In one sentence: what will be different when this is done?

## Goals

-

## Not part of it

-

## Milestones

| What | Who | When |
| ---- | --- | ---- |
|      |     |      |

## Open questions

- [ ]
`,
  },
  {
    id: "week",
    name: "Weekly review",
    text: `# Review of the week, {{date}}

## Went well

-

## Went badly

-

## Next week

- [ ]
`,
  },
  {
    id: "reading",
    name: "Reading notes",
    text: `# {{title}}

**Author:**

**Read:** {{date}}

## In three sentences

## Worth quoting

>

## What follows from it

-
`,
  },
].map((template) => ({ ...template, isBuiltIn: true }));
