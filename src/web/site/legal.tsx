import { FilePenLine } from "lucide-react";
import type { ReactNode } from "react";
import { PRODUCT } from "../lib/product.ts";
import { PageHead, Section } from "./parts.tsx";

function Template({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-label="Template"
      className="flex gap-3 rounded-lg border border-warn/40 bg-warn-soft p-4 text-ink sm:p-5"
    >
      <FilePenLine size={20} className="mt-0.5 shrink-0 text-warn" aria-hidden="true" />
      <div>
        <p className="font-semibold">This is a template.</p>
        <p className="mt-1 text-sm">{children}</p>
      </div>
    </aside>
  );
}

export function Privacy() {
  return (
    <>
      <PageHead title="Privacy">
        What this server stores about you, why, and for how long. {PRODUCT} is self-hosted: whoever runs this
        server is responsible, not the makers of the software.
      </PageHead>
      <Section className="max-w-3xl">
        <Template>
          It describes what the software does. The operator of this server has to add their name and address,
          the legal basis, the server's location and anything else they set up. This is not legal advice.
        </Template>
        <div className="prose mt-4">
          <h2>Who is responsible</h2>
          <p>
            The operator of this server: <strong>[name and address of the operator]</strong>. You can reach
            them through the <a href="/public/contact">contact form</a>.
          </p>
          <h2>What is kept</h2>
          <ul>
            <li>
              <strong>Your account:</strong> name, email address, and a hash of your password, until the
              account is deleted.
            </li>
            <li>
              <strong>What you write and upload:</strong> notes, their history, folders, tags and files, until
              you delete them. Deleted items stay in the trash for 30 days, or until you delete them
              permanently; earlier versions of a note, including deleted text, stay as long as the note.
            </li>
            <li>
              <strong>Sessions:</strong> when and from which address and browser you signed in, for 30 days
              after the last visit or until you sign out.
            </li>
            <li>
              <strong>Counted attempts:</strong> addresses that sign in, register or use the contact form are
              counted for at most a day or two, to stop abuse.
            </li>
            <li>
              <strong>Invitations:</strong> if you registered through someone's link, the fact that you did,
              so it can be counted. The other person sees the number, not your name.
            </li>
            <li>
              <strong>Speed measurements:</strong> how fast pages loaded and reacted in your browser, without
              text or addresses of notes, for 30 days.
            </li>
            <li>
              <strong>The log:</strong> which operation was called and how long it took; no note text, no
              passwords.
            </li>
            <li>
              <strong>Backups:</strong> copies of all of the above, for as long as the operator chooses; by
              default, up to half a year.
            </li>
          </ul>
          <h2>Contact form messages</h2>
          <p>They are emailed to the operator and not stored by {PRODUCT}.</p>
          <h2>Cookies and local data</h2>
          <p>
            One cookie keeps you signed in. Another remembers for up to 400 days that you have signed in with
            this browser, so other people's failed attempts can't lock you out. Your browser also stores the
            notes and settings you need offline; signing out removes the notes. There are no advertising
            cookies and no visitor tracking.
          </p>
          <h2>Who can see it</h2>
          <p>
            Other accounts can't, unless you share or publish a note: the database enforces access. {PRODUCT}{" "}
            is not end-to-end encrypted, so the server's administrator can technically read what is stored on
            it. The software doesn't send your data to anyone else.{" "}
            <strong>[Name hosting and mail providers here.]</strong>
          </p>
          <h2>Your rights</h2>
          <p>
            In the settings you can export everything, correct it, and delete your account. You may ask the
            operator for the same, and complain to a supervisory authority.{" "}
            <strong>[Name the authority here.]</strong>
          </p>
        </div>
      </Section>
    </>
  );
}

export function Terms() {
  return (
    <>
      <PageHead title="Terms of use">
        The rules of this server, between you and its operator. The software itself is under the MIT license.
      </PageHead>
      <Section className="max-w-3xl">
        <Template>
          The operator of this server has to review it, fill in the parts in brackets, and change what doesn't
          fit. This is not legal advice.
        </Template>
        <div className="prose mt-4">
          <h2>Who offers this</h2>
          <p>
            This server is run by <strong>[name and address of the operator]</strong>. The makers of {PRODUCT}{" "}
            have no part in it and no access to it.
          </p>
          <h2>Your account</h2>
          <ul>
            <li>Keep your password to yourself, and tell the operator if someone else may know it.</li>
            <li>The operator decides who can register: everyone, invited people, or no one.</li>
            <li>You can leave at any time: delete your account and everything in it from the settings.</li>
          </ul>
          <h2>What you write</h2>
          <p>
            It stays yours. You let the operator store and process it only as far as the service requires.
          </p>
          <h2>What is not allowed</h2>
          <ul>
            <li>Storing anything that is illegal where you or the server are.</li>
            <li>
              Breaking into other accounts, overloading the server, or sending unwanted messages through it.
            </li>
          </ul>
          <p>
            The operator may suspend accounts that do so, and returns their notes unless the law forbids it.
          </p>
          <h2>Availability</h2>
          <p>
            The service is provided as is. <strong>[State availability and notice before it ends.]</strong>{" "}
            Backups are made every night unless the operator turned them off; keep a copy of anything you
            can't do without.
          </p>
          <h2>Liability</h2>
          <p>
            <strong>[State the liability that your law provides.]</strong> For the software the MIT license
            applies: it comes without any warranty.
          </p>
          <h2>Changes</h2>
          <p>
            The operator announces changes to these terms on this page.{" "}
            <strong>[Date of this version.]</strong>
          </p>
        </div>
      </Section>
    </>
  );
}
