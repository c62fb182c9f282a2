import { PRODUCT } from "../lib/product.ts";
import { Closing, Heading, PageHead, Section } from "./parts.tsx";
import { Shot } from "./shot.tsx";

type Feature = { title: string; words: string };

const groups: { title: string; words: string; features: Feature[] }[] = [
  {
    title: "Writing",
    words: "An editor that keeps out of the way and never makes you wonder whether it has saved.",
    features: [
      {
        title: "A rich editor",
        words:
          "Headings, lists, tables, callouts, toggles, columns, code in colour, formulas, diagrams and images, by the / menu, by toolbar, by keyboard or as Markdown while you type.",
      },
      {
        title: "Checkboxes are tasks",
        words:
          "“Call Anna on Friday at 5pm” is due on Friday at five. Tick it in the note or by the API: it is the same task.",
      },
      {
        title: "Links in both directions",
        words:
          "[[ links to a note and follows when it is renamed. Each note shows what links to it, and what only mentions it.",
      },
      {
        title: "Versions to go back to",
        words:
          "See what a sitting changed, word by word, and restore any version. What was written since is kept as a version too.",
      },
      {
        title: "Comments",
        words:
          "Say something about a sentence without changing it. Answer, resolve, open again; the thread stays with its words wherever they move.",
      },
      {
        title: "Templates, and a note for each day",
        words:
          "Begin a meeting, a review or a project with what was prepared. Today's note is one press away, the same on every device.",
      },
      {
        title: "Notes in windows",
        words:
          "Let a note float above every page: move it, snap it to an edge, minimise it, and find it there again tomorrow.",
      },
      {
        title: "Live on all your devices",
        words:
          "Open a note on two screens and type in both: each letter appears on the other, and nothing is overwritten.",
      },
      {
        title: "The state in words",
        words:
          "“Saving...”, “Saved 10:42”, “Offline, 3 changes waiting”. Saved means that the database has committed it to disk.",
      },
      {
        title: "Pictures, videos, files",
        words:
          "Drop or paste them. Large ones go on where a broken line stopped them. They are stored on your server and shown only to those who may see the note.",
      },
    ],
  },
  {
    title: "Finding",
    words: "Everything is found without any AI model.",
    features: [
      {
        title: "Search as you type",
        words:
          "Words, phrases in quotation marks, beginnings and parts of words, and words you misspelt, with the matches marked. Narrow it by folder, tag, day, open tasks or what may not occur, and save it under a name.",
      },
      {
        title: "Folders, tags, favorites",
        words:
          "Nested folders, tags and categories, and a star for what you open every day. As list, cards or table; select many and move, tag or export them at once.",
      },
      {
        title: "A trash of thirty days",
        words:
          "Deleting asks no questions, because it can be undone: at once from the message, or for thirty days from the trash.",
      },
    ],
  },
  {
    title: "Offline",
    words: "The app itself and your notes are on your device.",
    features: [
      {
        title: "Starts without the server",
        words: "After the first visit the app opens with no connection at all, as a tab or installed.",
      },
      {
        title: "Merges instead of asking",
        words: "What you wrote here and what you wrote there become one text. There are no conflict copies.",
      },
      {
        title: "Leaves nothing behind",
        words:
          "Signing out removes your notes from the device, and asks first when something was not sent yet.",
      },
    ],
  },
  {
    title: "With others",
    words: "A note is yours alone until you share it.",
    features: [
      {
        title: "Published pages",
        words:
          "A note becomes a page that anybody can read, without scripts, with an end or a password if you like, and gone the moment you say so.",
      },
      {
        title: "Shared notes and folders",
        words:
          "To read, to comment or to write together, live, with each other's carets in sight. A folder shares what is in it, now and later.",
      },
    ],
  },
  {
    title: "In and out",
    words: "Your notes are text, and stay yours.",
    features: [
      {
        title: "Import from where you are",
        words:
          "Obsidian, Notion, Evernote, Joplin, Word, web pages, PDF, EPUB, outlines and tables. You see what will be made before it is, and one press takes it back.",
      },
      {
        title: "Export of everything",
        words:
          "One file with all your notes as Markdown, your files and what belongs to your account, from the settings, whenever you like.",
      },
      {
        title: "An API for everything",
        words:
          "Whatever the app does, a program can do: read and write notes as Markdown, search, upload. Each server documents it at /api/docs.",
      },
      {
        title: "Backups every night",
        words:
          "One file with all rows and files, encrypted if you give it a key, and a command that restores it.",
      },
    ],
  },
  {
    title: "For whoever runs it",
    words: "One process on one machine, or several beside a PostgreSQL of your own.",
    features: [
      {
        title: "One command",
        words: "npm start installs, builds, brings its own PostgreSQL and prints the address.",
      },
      {
        title: "Accounts as you like",
        words:
          "Registration open, by invitation or closed. Passkeys and authenticator apps, devices that can be signed out, limited tries.",
      },
      {
        title: "Nobody sees what is not theirs",
        words:
          "The database itself refuses rows of others. Operators see the health of the server, not the notes in the app.",
      },
      {
        title: "Watched",
        words: "Health checks, Prometheus metrics, and a log that holds neither note text nor secrets.",
      },
    ],
  },
];

const planned: Feature[] = [
  { title: "Tasks, projects and a calendar", words: "beside the notes they belong to." },
  { title: "A dashboard of widgets", words: "arranged by you." },
  {
    title: "Chat with your own notes",
    words: "with a model that you connect. Everything else stays usable without one.",
  },
];

export function Features() {
  return (
    <>
      <PageHead title="What it does, and what it does not do yet.">
        {PRODUCT} is a place for notes. This page lists what works today; what is planned stands at its end,
        by that name.
      </PageHead>
      <Section className="pb-0 sm:pb-0">
        <Shot
          name="explorer"
          kind="wide"
          isFirst
          alt={`${PRODUCT}'s explorer: folders at the side, notes with their first words and tags`}
          sizes="(min-width: 1200px) 1104px, calc(100vw - 2rem)"
        />
      </Section>
      {groups.map(({ title, words, features }) => (
        <Section key={title} className="grid gap-10 border-b border-line md:grid-cols-[1fr_2fr]">
          <Heading words={words}>{title}</Heading>
          <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {features.map((feature) => (
              <li key={feature.title}>
                <h3 className="font-semibold">{feature.title}</h3>
                <p className="mt-1 text-muted text-pretty">{feature.words}</p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      <Section className="grid gap-10 md:grid-cols-[1fr_2fr]">
        <Heading words="None of this works yet. It is listed so that you know where this is going.">
          Planned
        </Heading>
        <ul className="flex flex-col gap-3">
          {planned.map(({ title, words }) => (
            <li key={title} className="text-muted">
              <strong className="font-medium text-ink">{title}:</strong> {words}
            </li>
          ))}
        </ul>
      </Section>
      <Closing />
    </>
  );
}
