import { PRODUCT } from "../lib/product.ts";
import { Island } from "./island.tsx";
import { PageHead, Section } from "./parts.tsx";

export function Referral() {
  return (
    <>
      <PageHead title={`Show ${PRODUCT} to somebody.`}>
        Everybody with an account here has a link of their own. Who registers by it is counted for you, and
        sees nothing of yours.
      </PageHead>
      <Section className="grid gap-14 md:grid-cols-[3fr_2fr]">
        <div className="self-start rounded-lg border border-line-strong bg-panel p-5 sm:p-7">
          <p className="without-script text-muted">
            Your link is shown with JavaScript only, because it depends on who is signed in.
          </p>
          <Island id="referral-card" className="with-script" />
        </div>
        <div className="prose self-start">
          <h2 className="mt-0!">How it works</h2>
          <ul>
            <li>Send your link to people who might like a quiet place to write.</li>
            <li>
              Each new account counts <strong>once</strong>, however often the link was opened.
            </li>
            <li>
              Inviting yourself does not count: not while signed in, and not with another spelling of your own
              address.
            </li>
            <li>There is nothing to win. {PRODUCT} is free; the number is for your pleasure.</li>
            <li>
              Whether a link is enough to register, or registration is closed, is for the operator of this
              server to decide.
            </li>
          </ul>
        </div>
      </Section>
    </>
  );
}
