import { PRODUCT } from "../lib/product.ts";
import { LINKS } from "./links.ts";
import { PAGE_NAMES, type PageName } from "./page-names.ts";
import { PageHead, Section } from "./parts.tsx";

const words: Record<PageName, string> = {
  landing: `What ${PRODUCT} is, with pictures`,
  features: "Everything that works today, and what is planned",
  pricing: "What it costs to run your own server",
  about: "Why it exists, and what we believe in",
  contact: "Contact this server's administrator",
  referral: "Your link for people who might like it",
  sitemap: "This page",
  privacy: "What this server stores about you",
  terms: "The rules of this server",
};

const inside = [
  { path: "/auth/login", label: "Sign in", words: "With the account you have here" },
  { path: "/auth/register", label: "Register", words: "Create an account on this server" },
  { path: "/auth/reset-password", label: "Reset your password", words: "With a link by email" },
  { path: "/app/dashboard", label: `Open ${PRODUCT}`, words: "Your notes" },
  { path: "/api/docs", label: "API", words: "Every operation your scripts can call" },
];

export function Sitemap() {
  const pages = PAGE_NAMES.map((name) => ({ ...LINKS[name], words: words[name] }));
  return (
    <>
      <PageHead title="Site map">Every public page of this server, and the way in to the rest.</PageHead>
      <Section className="grid gap-14 md:grid-cols-2">
        <List title="Pages" entries={pages} />
        <List title="Inside" entries={inside} />
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
