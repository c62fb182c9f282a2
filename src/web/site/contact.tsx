import { Island } from "./island.tsx";
import { PageHead, Section } from "./parts.tsx";

export function Contact() {
  return (
    <>
      <PageHead title="Write to whoever runs this server.">
        The message goes to the operator of this server by mail. The makers of the software do not see it.
      </PageHead>
      <Section className="grid gap-14 md:grid-cols-[3fr_2fr]">
        <div>
          <p className="without-script mb-6 rounded-md border border-warn/40 bg-warn-soft px-4 py-3">
            Sending needs JavaScript, because that is how programs that send advertising are kept out. Please
            switch it on for this page.
          </p>
          <Island id="contact-form" />
        </div>
        <div className="prose self-start">
          <h2 className="mt-0!">Before you write</h2>
          <ul>
            <li>
              <strong>Password forgotten?</strong> <a href="/auth/reset-password">Reset it</a> by a link in a
              mail.
            </li>
            <li>
              <strong>Want an account?</strong> <a href="/auth/register">Register</a>; the page says whether
              this server takes new people.
            </li>
            <li>
              <strong>About your data?</strong> See <a href="/public/privacy">Privacy</a>.
            </li>
          </ul>
          <p>Never send a password. Nobody needs it, and a mail is no place for it.</p>
        </div>
      </Section>
    </>
  );
}
