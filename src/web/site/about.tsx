import { PRODUCT } from "../lib/product.ts";
import { Closing, PageHead, Section } from "./parts.tsx";

export function About() {
  return (
    <>
      <PageHead title="Stones that show the way.">
        A cairn is a pile of stones that hikers leave for those who come after, often for themselves on the
        way back. Notes are the same thing.
      </PageHead>
      <Section className="prose max-w-3xl">
        <h2>Why it exists</h2>
        <p>
          Most note apps make you choose: quick or yours, connected or private, pleasant or open. {PRODUCT} is
          our attempt not to choose. It runs on a machine you control, and it should still feel as good as the
          best services you can subscribe to.
        </p>
        <h2>What we believe in</h2>
        <ul>
          <li>
            <strong>Nothing acknowledged is lost.</strong> “Saved” appears only when the database has
            committed the change to disk. The tests kill the server at random moments and compare every word.
          </li>
          <li>
            <strong>Writing never waits for the server.</strong> Each change is on your device first.
          </li>
          <li>
            <strong>Claims are measured.</strong> Everything we say about speed and safety comes with the
            program that measured it.
          </li>
          <li>
            <strong>No AI required, no tracking, no phoning home.</strong> {PRODUCT} works without AI, doesn't
            count visitors and doesn't contact other servers on its own.
          </li>
          <li>
            <strong>You can leave.</strong> Markdown in, Markdown out, an API for all of it.
          </li>
        </ul>
        <h2>What it is not</h2>
        <p>
          It's not end-to-end encrypted: the server searches your text, so its administrator can read it.
          Choose an administrator you trust, or run it yourself. And it's young: a place for notes today, with
          more planned.
        </p>
        <h2>How it is built</h2>
        <p>
          One Node.js process and one PostgreSQL. The editor is built on Tiptap and ProseMirror, merging on
          Yjs. It is open source under the MIT license; every server documents its API at{" "}
          <a href="/api/docs">/api/docs</a>.
        </p>
        <p>
          Questions about this server? Ask its administrator through the{" "}
          <a href="/public/contact">contact form</a>.
        </p>
      </Section>
      <Closing />
    </>
  );
}
