import { Check } from "lucide-react";
import { PRODUCT } from "../lib/product.ts";
import { Closing, Heading, PageHead, Section } from "./parts.tsx";

const included = [
  "Every feature; there is no paid edition",
  "Any number of accounts, notes and devices",
  "The source, under the MIT license: run it, change it, sell services around it",
  "All updates",
];

const costs = [
  {
    what: "At home",
    price: "nothing more",
    words:
      "A computer you already run, with Linux and Node.js. Your devices reach it at home or through a VPN.",
  },
  {
    what: "A rented server",
    price: "about 4 to 8 € a month",
    words:
      "A small virtual server is enough for a family or small team: 1 GB of memory for writing, 2 GB if you import a lot or upload large pictures, and 10 GB of disk.",
  },
  {
    what: "A domain",
    price: "about 10 to 15 € a year",
    words: "Only if you want your own name. The certificate for https is free with Let's Encrypt.",
  },
  {
    what: "Email",
    price: "optional",
    words:
      "For password resets and invitations, any email account with SMTP works. Without one, these emails are saved as files on the server.",
  },
];

const questions = [
  {
    asked: "How much memory does it really need?",
    answer:
      "Server and database together measured 450 to 480 MB right after a benchmark under full load, with 1,000 notes as well as with 100,000. The benchmark comes with the source.",
  },
  {
    asked: "Does it need an AI subscription?",
    answer:
      "No. Nothing in it uses AI today. Where a model can help later, you'll choose and pay for your own.",
  },
  {
    asked: "Is there a hosted version?",
    answer:
      "Not from the project. If you're reading this on someone else's server, that person or company runs it and may charge for the service.",
  },
  {
    asked: "What if I want to leave?",
    answer:
      "Take your notes and files with you in one export from the settings, or the whole server as one backup file.",
  },
];

export function Pricing() {
  return (
    <>
      <PageHead title="Free. You bring the server.">
        {PRODUCT} is software you run yourself. No tiers, no seats, no trial period.
      </PageHead>
      <Section className="grid gap-12 md:grid-cols-[2fr_3fr]">
        <div className="self-start rounded-lg border border-line-strong bg-panel p-6 sm:p-7">
          <h2 className="font-semibold">{PRODUCT}</h2>
          <p className="mt-3 flex items-baseline gap-2">
            <span className="text-4xl font-semibold tracking-tight">0 €</span>
            <span className="text-muted">forever</span>
          </p>
          <ul className="mt-6 flex flex-col gap-3">
            {included.map((line) => (
              <li key={line} className="flex gap-2.5">
                <Check size={18} className="mt-1 shrink-0 text-accent" aria-hidden="true" />
                <span className="text-muted">{line}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <Heading words="Typical prices; check with your provider.">What a server costs</Heading>
          <dl className="mt-8 flex flex-col">
            {costs.map(({ what, price, words }) => (
              <div key={what} className="border-t border-line py-5">
                <dt className="flex flex-wrap justify-between gap-x-6">
                  <span className="font-semibold">{what}</span>
                  <span className="text-accent">{price}</span>
                </dt>
                <dd className="mt-1 text-muted text-pretty">{words}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Section>
      <div className="border-t border-line bg-panel">
        <Section className="grid gap-10 md:grid-cols-[1fr_2fr]">
          <Heading>Frequently asked</Heading>
          <dl className="flex flex-col gap-7">
            {questions.map(({ asked, answer }) => (
              <div key={asked}>
                <dt className="font-semibold">{asked}</dt>
                <dd className="mt-1 text-muted text-pretty">{answer}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      <Closing />
    </>
  );
}
