import { Island } from "./island.tsx";
import { PageHead, Section } from "./parts.tsx";

export function Contact() {
  return (
    <>
      <PageHead title="Contact this server's administrator.">
        Your message goes to this server's administrator by email. The makers of the software don't see it.
      </PageHead>
      <Section className="grid gap-14 md:grid-cols-[3fr_2fr]">
        <div>
          <p className="without-script mb-6 rounded-md border border-warn/40 bg-warn-soft px-4 py-3">
            Sending needs JavaScript, which helps keep spam out. Please turn it on for this page.
          </p>
          <Island id="contact-form" />
        </div>
        <div className="prose self-start">
          <h2 className="mt-0!">Before you write</h2>
          <ul>
            <li>
              <strong>Forgot your password?</strong> <a href="/auth/reset-password">Reset it</a> with a link
              by email.
            </li>
            <li>
              <strong>Want an account?</strong> <a href="/auth/register">Register</a>; the page tells you
              whether registration is open.
            </li>
            <li>
              <strong>About your data?</strong> See <a href="/public/privacy">Privacy</a>.
            </li>
          </ul>
          <p>Never send a password. Nobody needs it, and email is no place for it.</p>
        </div>
      </Section>
    </>
  );
}
