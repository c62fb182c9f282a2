import { PRODUCT } from "../lib/product.ts";
import { Closing, Heading, PageHead, Section } from "./parts.tsx";
import { Shot } from "./shot.tsx";

type Feature = { title: string; words: string };

const groups: { title: string; words: string; features: Feature[] }[] = [
  {
    title: "Writing",
    words: "An editor that stays out of your way and never leaves you wondering whether it saved.",
    features: [
      {
        title: "A rich editor",
        words:
          "Headings, lists, tables, callouts, toggles, columns, syntax-colored code, formulas, diagrams and images, from the / menu, the toolbar, the keyboard or as Markdown while you type.",
      },
      {
        title: "Checkboxes are tasks",
        words:
          "“Call Anna on Friday at 5pm” is due on Friday at five. Check it off in the note or through the API: it's the same task.",
      },
      {
        title: "Tasks in plain words",
        words:
          "“Call Ana tomorrow 5pm #home every month” becomes a task with its day, time, tag and repetition. See what is due today, what comes next, or all of it on a board.",
      },
      {
        title: "Links in both directions",
        words:
          "Type [[ to link to a note; the link survives renames. Each note shows what links to it and what mentions it.",
      },
      {
        title: "Version history",
        words:
          "See what changed, word by word, and restore any version. What you wrote since then is kept as a version, too.",
      },
      {
        title: "Comments",
        words:
          "Discuss a sentence without changing it. Reply, resolve, reopen; the thread follows its text wherever it moves.",
      },
      {
        title: "Templates and daily notes",
        words:
          "Start meetings, reviews and projects from a template. Today's note is one click away, the same on every device.",
      },
      {
        title: "Notes in windows",
        words:
          "Float a note above any page: move it, snap it to an edge, minimize it, and find it there again tomorrow.",
      },
      {
        title: "Live on all your devices",
        words:
          "Open a note on two screens and type on both: each letter appears on the other, and nothing is overwritten.",
      },
      {
        title: "Always a clear status",
        words:
          "“Saving...”, “Saved 3:44 PM”, “Offline, 3 notes waiting”. Saved means the database has committed it to disk.",
      },
      {
        title: "Pictures, videos, files",
        words:
          "Drop or paste them. Large uploads resume after a lost connection. Files are stored on your server and shown only to people with access to the note.",
      },
    ],
  },
  {
    title: "Finding",
    words: "Find everything, no AI required.",
    features: [
      {
        title: "Search as you type",
        words:
          "Words, phrases in quotation marks, prefixes, parts of words and typos, with matches highlighted. Filter by folder, tag, date, open tasks or excluded words, and save the search.",
      },
      {
        title: "Folders, tags, favorites",
        words:
          "Nested folders, tags and categories, and a star for what you open every day. View notes as a list, cards or a table; move, tag or export many at once.",
      },
      {
        title: "30 days of trash",
        words:
          "Deleting asks no questions because you can undo it: right away, or from the trash for 30 days.",
      },
    ],
  },
  {
    title: "Planning",
    words: "What there is to do, and when.",
    features: [
      {
        title: "Tasks",
        words:
          "On their own or as checkboxes in notes, with due dates, repetition and sub-tasks. Write “call Ana tomorrow 5pm” and it's understood.",
      },
      {
        title: "Calendar",
        words:
          "Month, week, day, agenda and year. Repeating events, time zones, several calendars, and your tasks among them, also without a connection.",
      },
      {
        title: "Projects",
        words:
          "Notes, tasks, files, events and agents of one undertaking in one place: as a list, a board, a calendar or a timeline.",
      },
      {
        title: "Promises",
        words:
          "“I'll send Ana the plan by Friday”: who owes whom, found in your own notes, to be made a task or dismissed.",
      },
    ],
  },
  {
    title: "Offline",
    words: "The app and your notes are on your device.",
    features: [
      {
        title: "Starts without the server",
        words: "After your first visit, the app opens with no connection at all, in a tab or installed.",
      },
      {
        title: "Merges instead of asking",
        words: "Edits from all your devices become one text. No conflict copies.",
      },
      {
        title: "Leaves nothing behind",
        words:
          "Signing out removes your notes from the device, and asks first if something isn't synced yet.",
      },
    ],
  },
  {
    title: "With others",
    words: "A note is private until you share it.",
    features: [
      {
        title: "Published pages",
        words:
          "Turn a note into a page anyone with the link can read, with an expiration date or password if you like. Unpublish it any time.",
      },
      {
        title: "Shared notes and folders",
        words:
          "Let people view, comment or write together, live, with everyone's cursor in view. A shared folder includes everything in it, now and later.",
      },
    ],
  },
  {
    title: "In and out",
    words: "Your notes are text, and they stay yours.",
    features: [
      {
        title: "Import from other apps",
        words:
          "Obsidian, Notion, Evernote, Joplin, Word, web pages, PDF, EPUB, outlines and tables. Preview everything before it's imported, and undo it in one click.",
      },
      {
        title: "Google Drive",
        words:
          "Import documents, see what changed there and take over what you want, export notes, and back your account up every night, encrypted.",
      },
      {
        title: "Nextcloud and other WebDAV servers",
        words:
          "Import files and see what changed there, save notes, and back your account up every night, encrypted.",
      },
      {
        title: "Export everything",
        words:
          "One file with all your notes as Markdown, your files and your account data, from the settings, any time.",
      },
      {
        title: "An API for everything",
        words:
          "Whatever the app does, your scripts can do: read and write notes as Markdown, search, upload. Every server documents it at /api/docs.",
      },
      {
        title: "Backups every night",
        words: "One file with all data and files, encrypted if you set a key, and one command to restore it.",
      },
    ],
  },
  {
    title: "Asking and looking",
    words: "Answers from what you wrote, and a page that shows what you want to see.",
    features: [
      {
        title: "Chat",
        words:
          "Ask your notes and get answers with sources. Works with any model you connect, and without one.",
      },
      {
        title: "Agents that ask first",
        words:
          "They work by your instructions and schedule. What they want to change waits for you as suggestions.",
      },
      {
        title: "Voice",
        words: "Talk with your notes, dictate, and have meetings written down.",
      },
      {
        title: "Your say over AI",
        words:
          "Close a folder or a tag to models, or open it to local ones alone. See what is sent before it goes.",
      },
      {
        title: "Dashboard",
        words: "Widgets of your own notes, tasks, events and figures, arranged your way.",
      },
      {
        title: "Analytics and SEO",
        words: "What you wrote, when and where, seen by you alone; and what keeps a note from being found.",
      },
    ],
  },
  {
    title: "For administrators",
    words: "One process on one machine, or several with your own PostgreSQL.",
    features: [
      {
        title: "One command",
        words: "npm start installs, builds, brings its own PostgreSQL and prints the address.",
      },
      {
        title: "Accounts your way",
        words:
          "Registration open, by invitation or closed. Passkeys and authenticator apps, remote sign-out, rate limits.",
      },
      {
        title: "Everyone sees only what's theirs",
        words:
          "The database itself enforces access. In the app, administrators see the server's health, not other people's notes.",
      },
      {
        title: "Monitoring",
        words:
          "Response times, errors and alarms in the app, Prometheus metrics, and a log without note text or secrets.",
      },
    ],
  },
];

const planned: Feature[] = [
  { title: "Shared projects", words: "with people who see a project's notes and tasks together." },
];

export function Features() {
  return (
    <>
      <PageHead title="What it does, and what it doesn't do yet.">
        {PRODUCT} is a place for notes. This page lists what works today. What's planned is at the end.
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
        <Heading words="None of this is available yet. It's here so you know where this is going.">
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
