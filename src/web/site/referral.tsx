import { PRODUCT } from "../lib/product.ts";
import { Island } from "./island.tsx";
import { PageHead, Section } from "./parts.tsx";

export function Referral() {
  return (
    <>
      <PageHead title={`Show ${PRODUCT} to someone.`}>
        Everyone with an account here has their own link. Sign-ups through your link are counted. They can't
        see your notes.
      </PageHead>
      <Section className="grid gap-14 md:grid-cols-[3fr_2fr]">
        <div className="self-start rounded-lg border border-line-strong bg-panel p-5 sm:p-7">
          <p className="without-script text-muted">
            Your link needs JavaScript, because it depends on who is signed in.
          </p>
          <Island id="referral-card" className="with-script" />
        </div>
        <div className="prose self-start">
          <h2 className="mt-0!">How it works</h2>
          <ul>
            <li>Send your link to people who might like a quiet place to write.</li>
            <li>
              Each new account counts <strong>once</strong>, no matter how often the link is opened.
            </li>
            <li>
              Inviting yourself doesn't count, neither while signed in nor with another spelling of your own
              address.
            </li>
            <li>No rewards, just a number.</li>
            <li>
              This server's administrator decides whether a link is enough to register, or whether
              registration is closed.
            </li>
          </ul>
        </div>
      </Section>
    </>
  );
}
