import { PRODUCT } from "../lib/product.ts";
import { Closing, PageHead, Section } from "./parts.tsx";

export function About() {
  return (
    <>
      <PageHead title="Stones that show the way.">
        A cairn is a pile of stones that walkers leave for those who come after, often for themselves on the
        way back. Notes are the same thing.
      </PageHead>
      <Section className="prose max-w-3xl">
        <h2>Why it exists</h2>
        <p>
          Most places for notes ask you to choose: quick or yours, connected or private, pleasant or open.{" "}
          {PRODUCT} is an attempt not to choose. It runs on a machine you control, and it should still feel
          like the best of what one can rent.
        </p>
        <h2>What we hold on to</h2>
        <ul>
          <li>
            <strong>Nothing acknowledged is lost.</strong> “Saved” is said when the database has committed the
            change to disk, and not before. The tests kill the server at random moments and compare every
            word.
          </li>
          <li>
            <strong>Writing never waits for the server.</strong> Each change is on your device first.
          </li>
          <li>
            <strong>Claims are measured.</strong> What is said here about speed and safety comes with the
            program that measured it.
          </li>
          <li>
            <strong>No model, no tracker, no caller.</strong> {PRODUCT} works without any AI model, counts no
            visitors and contacts nobody on its own.
          </li>
          <li>
            <strong>You can leave.</strong> Markdown in, Markdown out, an API for all of it.
          </li>
        </ul>
        <h2>What it is not</h2>
        <p>
          It is not end-to-end encrypted: the server searches your text, so whoever runs the server can read
          it. Choose an operator you trust, or be the operator. And it is young: a place for notes today, with
          more planned.
        </p>
        <h2>How it is built</h2>
        <p>
          One Node.js process and one PostgreSQL. The editor is built on Tiptap and ProseMirror, merging on
          Yjs. It is open source under the MIT licence; every server describes its own API at{" "}
          <a href="/api/docs">/api/docs</a>.
        </p>
        <p>
          Questions about this server go to its operator, by the <a href="/public/contact">contact form</a>.
        </p>
      </Section>
      <Closing />
    </>
  );
}
