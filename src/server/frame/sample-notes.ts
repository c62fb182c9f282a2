/** A small notebook of somebody's week: enough to try search, tags, folders, tasks and tables on. */
export const SAMPLE_FOLDER = "Sample workspace";

export type SampleNote = {
  title: string;
  folder: string | null;
  tags: string[];
  isFavorite?: boolean;
  text: string;
};

export const SAMPLE_NOTES: SampleNote[] = [
  {
    title: "Start here",
    folder: null,
    tags: ["sample"],
    isFavorite: true,
    text: `Everything in this folder is a sample. Change it, search it, throw it away: **Settings → Import and export → Sample workspace** removes it in one click, and notes you changed stay.

## Three things to try

- [ ] Press **Ctrl+K** (⌘K on a Mac) and type *kitchen*
- [ ] Click into any note and type: you'll see when it's saved next to the title
- [ ] Go offline, keep writing, and come back: your changes are merged

> Select a few words in a note to see what you can do with them, and press **?** outside a note for all shortcuts.
`,
  },
  {
    title: "Kitchen renovation",
    folder: "Home",
    tags: ["sample", "home"],
    text: `## Quotes

| Firm | Total | Weeks | Remarks |
| --- | --- | --- | --- |
| Lindqvist & Co | 11 400 | 4 | oak fronts, own electrician |
| Harbour Kitchens | 9 850 | 6 | delivery not before March |
| Two Brothers | 12 100 | 3 | includes the floor |

## Open questions

- [ ] Gas or induction? Ask the building office about the fuse
- [x] Measure the window again (it is 118 cm, not 120)
- [ ] Where does the old table go?

Lindqvist calls back on Thursday before ten.
`,
  },
  {
    title: "Week plan",
    folder: "Home",
    tags: ["sample", "plan"],
    text: `### Monday
- [x] Dentist 8:15
- [ ] Draft for Mira

### Wednesday
- [ ] Library books back, two are due
- [ ] Call the insurance about the bicycle

### Saturday
- [ ] Market, then lunch with Jon and Petra
`,
  },
  {
    title: "Team meeting, garden project",
    folder: "Work",
    tags: ["sample", "meeting"],
    text: `**There:** Mira, Jon, Aiko, Samir

1. The school wants the beds ready before the holidays. We promised three of the five.
2. Samir has found used planks, forty pieces, for nothing. They need a van.
3. Aiko draws the watering plan until Friday.

**Decided:** we start with the southern bed, and ask the parents for one Saturday only.

- [ ] Van for the 14th (Jon)
- [ ] Letter to the parents (me)
`,
  },
  {
    title: "Books to read",
    folder: null,
    tags: ["sample", "reading"],
    text: `- *The Living Mountain*, Nan Shepherd: slow, every sentence walked
- *A Pattern Language*, Christopher Alexander: for the kitchen, pattern 139
- *The Rings of Saturn*, W. G. Sebald
- [ ] Ask Petra for the one on lichens
`,
  },
];
