import { PRODUCT } from "../lib/product.ts";
import { LINKS } from "./links.ts";
import { PAGE_NAMES, type PageName } from "./page-names.ts";
import { PageHead, Section } from "./parts.tsx";

const words: Record<PageName, string> = {
  landing: `What ${PRODUCT} is, with pictures`,
  features: "Everything that works today, and what is planned",
  pricing: "What it costs to run a server of your own",
  about: "Why it exists, and what we hold on to",
  contact: "Write to whoever runs this server",
  referral: "Your link for those who might like it",
  sitemap: "This page",
  privacy: "What this server keeps about you",
  terms: "The rules of this server",
};

const inside = [
  { path: "/auth/login", label: "Sign in", words: "With the account you have here" },
  { path: "/auth/register", label: "Register", words: "Make an account on this server" },
  { path: "/auth/reset-password", label: "Reset your password", words: "By a link in a mail" },
  { path: "/app/dashboard", label: `Open ${PRODUCT}`, words: "Your notes" },
  { path: "/api/docs", label: "API", words: "Every operation that a program can call" },
];

export function Sitemap() {
  const pages = PAGE_NAMES.map((name) => ({ ...LINKS[name], words: words[name] }));
  return (
    <>
      <PageHead title="Site map">
        Every page of this server that can be seen without an account, and the doors to the rest.
      </PageHead>
      <Section className="grid gap-14 md:grid-cols-2">
        <List title="Pages" entries={pages} />
        <List title="Doors" entries={inside} />
      </Section>
    </>
  );
}

function List({
  title,
  entries,
}: {
  title: string;
  entries: { path: string; label: string; words: string }[];
}) {
  return (
    <div>
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      <ul className="mt-4 flex flex-col">
        {entries.map(({ path, label, words: about }) => (
          <li key={path} className="border-t border-line py-3">
            <a href={path} className="link font-medium">
              {label}
            </a>
            <p className="text-sm text-muted">{about}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
