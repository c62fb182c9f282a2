import { CloudOff, FileText, Search, Server, ShieldCheck, Zap } from "lucide-react";
import { PRODUCT } from "../lib/product.ts";
import { Closing, Heading, SecondWay, Section, WayIn } from "./parts.tsx";
import { Shot } from "./shot.tsx";

const promises = [
  {
    icon: FileText,
    title: "Write",
    words: "Headings, lists, tasks, tables, code and images, live on every device where the note is open.",
  },
  {
    icon: CloudOff,
    title: "Anywhere",
    words: "No connection needed. What you write is kept on your device and merges when you're back.",
  },
  {
    icon: Server,
    title: "Yours",
    words: "It runs on your own server, in your own database. Notes go in and come out as plain Markdown.",
  },
];

/** Figures of docs/chaos.md, rounded down. */
const trials = [
  { figure: "60", words: "times the server was killed mid-write, often along with its database" },
  { figure: "17,000", words: "changes had been acknowledged as saved before those kills" },
  { figure: "3,500", words: "sequences of devices going offline, coming back and merging" },
  { figure: "0", words: "acknowledged words lost", isGood: true },
];

const details = [
  {
    icon: Search,
    title: "Search without AI",
    words: "Words, phrases, prefixes and parts of words in titles, text and tags, typos forgiven.",
  },
  {
    icon: Zap,
    title: "Fast at any size",
    words: "Measured with 100,000 notes in one account: a list of fifty arrives in a few milliseconds.",
  },
  {
    icon: ShieldCheck,
    title: "Kept apart by the database",
    words: "PostgreSQL's row-level security enforces access, even where the code forgets to.",
  },
];

export function Landing() {
  return (
    <>
      <Hero />
      <Section>
        <h2 className="sr-only">What {PRODUCT} does</h2>
        <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-3">
          {promises.map(({ icon: Icon, title, words }) => (
            <li key={title}>
              <Icon size={20} className="text-accent" aria-hidden="true" />
              <h3 className="mt-4 text-lg font-semibold">{title}</h3>
              <p className="mt-1.5 text-muted text-pretty">{words}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Offline />
      <Found />
      <Tried />
      <OneCommand />
      <Closing />
    </>
  );
}

function Hero() {
  return (
    <div className="glow border-b border-line">
      <div className="mx-auto max-w-6xl px-4 pt-16 sm:px-6 sm:pt-24">
        <h1 className="max-w-4xl text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
          A quiet place to write, on your own server.
        </h1>
        <p className="mt-5 max-w-2xl text-lg text-muted text-pretty">
          {PRODUCT} keeps your notes: quick to open, easy to find by any word, and safe the moment it says
          “Saved”. Free, open source, and no AI required.
        </p>
        <div className="mt-8">
          <WayIn>
            <SecondWay href="/public/features">See what it does</SecondWay>
          </WayIn>
        </div>
        <div className="mt-14 overflow-hidden pb-px sm:mt-16">
          <Shot
            name="editor"
            kind="wide"
            isFirst
            alt={`${PRODUCT}'s editor: a list of notes, and one of them open with a picture, a table and tasks`}
            sizes="(min-width: 1200px) 1104px, calc(100vw - 2rem)"
            className="rounded-b-none border-b-0"
          />
        </div>
      </div>
    </div>
  );
}

function Offline() {
  return (
    <div className="border-y border-line bg-panel">
      <Section className="grid items-center gap-12 md:grid-cols-[1fr_auto] md:gap-20">
        <div>
          <Heading words="Every change is on your device first. Lose the connection, close the lid, reload the page: your text is there, and edits from two devices are merged word by word.">
            The train enters a tunnel. You go on writing.
          </Heading>
          <p className="mt-5 max-w-2xl text-muted text-pretty">
            And you always know where your words are: “Saved 3:44 PM” means the database has committed them to
            disk, and “Offline, 3 notes waiting” means exactly that.
          </p>
        </div>
        <div className="mx-auto w-full max-w-[17rem]">
          <Shot
            name="phone"
            kind="phone"
            alt="A note on an offline phone; its status says offline, with notes waiting"
            sizes="272px"
          />
        </div>
      </Section>
    </div>
  );
}

function Found() {
  return (
    <Section>
      <div className="grid gap-12 lg:grid-cols-[2fr_3fr] lg:items-center">
        <div>
          <Heading words="Type what you remember. Matches are highlighted, and a typo still finds the note.">
            Find a note by any word.
          </Heading>
          <dl className="mt-8 flex flex-col gap-6">
            {details.map(({ icon: Icon, title, words }) => (
              <div key={title}>
                <dt className="flex items-center gap-2.5 font-semibold">
                  <Icon size={17} className="text-accent" aria-hidden="true" /> {title}
                </dt>
                <dd className="mt-1 text-muted text-pretty">{words}</dd>
              </div>
            ))}
          </dl>
        </div>
        <Shot
          name="search"
          kind="wide"
          alt="Search results with the matching words highlighted"
          sizes="(min-width: 1200px) 640px, calc(100vw - 2rem)"
        />
      </div>
    </Section>
  );
}

function Tried() {
  return (
    <div className="border-y border-line bg-panel">
      <Section>
        <Heading words="We kill it, cut its power, fill its disk and lie to it about the time, again and again, then compare every word. The tests come with the source: one command repeats them.">
          We tried to lose your notes.
        </Heading>
        <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {trials.map(({ figure, words, isGood }) => (
            <li key={words} className="border-t border-line-strong pt-4">
              <p className={`text-3xl font-semibold tabular-nums ${isGood ? "text-accent" : ""}`}>{figure}</p>
              <p className="mt-1.5 text-muted text-pretty">{words}</p>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function OneCommand() {
  return (
    <Section className="grid gap-10 md:grid-cols-2 md:items-center">
      <Heading words="All you need is Node.js. The database is included, backups run every night, and nothing phones home.">
        Your own server is one command away.
      </Heading>
      <pre className="rounded-lg border border-line-strong bg-panel p-5 font-mono text-sm whitespace-pre-wrap">
        <code>
          <span className="text-faint">$ </span>npm start{"\n"}
          <span className="text-muted">Installing packages...</span>
          {"\n"}
          <span className="text-muted">{PRODUCT} is ready: </span>
          <span className="text-accent">http://localhost:4870</span>
        </code>
      </pre>
    </Section>
  );
}
