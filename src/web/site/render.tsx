import type { ComponentType } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { PRODUCT } from "../lib/product.ts";
import { About } from "./about.tsx";
import { AssetProvider, type SiteAssets } from "./assets.ts";
import { ContactForm } from "./contact-form.tsx";
import { Contact } from "./contact.tsx";
import { Features } from "./features.tsx";
import { Frame } from "./frame.tsx";
import { Landing } from "./landing.tsx";
import { Privacy, Terms } from "./legal.tsx";
import { LINKS } from "./links.ts";
import { PAGE_NAMES, type PageName } from "./page-names.ts";
import { Pricing } from "./pricing.tsx";
import { ReferralCard } from "./referral-card.tsx";
import { Referral } from "./referral.tsx";
import { Sitemap } from "./sitemap.tsx";

/** `island`: the part that a script brings to life, and the entry that does it; only such pages load React. */
type Page = {
  Body: ComponentType;
  title: string;
  description: string;
  island?: { entry: string; Part: ComponentType };
};

const PAGES: Record<PageName, Page> = {
  landing: {
    Body: Landing,
    title: `${PRODUCT}: a quiet place to write, on your own server`,
    description:
      "Self-hosted notes: a rich editor, live on all your devices, offline too, with search by any word. Safe once it says Saved. Free and open source, no AI required.",
  },
  features: {
    Body: Features,
    title: `Features · ${PRODUCT}`,
    description:
      "What works today: rich editor, live sync, offline, search without AI, Markdown import, API, nightly backups, one-command hosting. And what is planned.",
  },
  pricing: {
    Body: Pricing,
    title: `Pricing · ${PRODUCT}`,
    description: `${PRODUCT} is free under the MIT license. What your own server costs, and how little it needs.`,
  },
  about: {
    Body: About,
    title: `About · ${PRODUCT}`,
    description: `Why ${PRODUCT} exists, what we believe in, what it is not, and how it is built.`,
  },
  contact: {
    Body: Contact,
    title: `Contact · ${PRODUCT}`,
    description: `Contact the administrator of this ${PRODUCT} server.`,
    island: { entry: "contact-island", Part: ContactForm },
  },
  referral: {
    Body: Referral,
    title: `Invite people · ${PRODUCT}`,
    description: `Your own link to invite people to this ${PRODUCT} server, and how many people used it.`,
    island: { entry: "referral-island", Part: ReferralCard },
  },
  sitemap: {
    Body: Sitemap,
    title: `Site map · ${PRODUCT}`,
    description: `Every public page of this ${PRODUCT} server.`,
  },
  privacy: {
    Body: Privacy,
    title: `Privacy · ${PRODUCT}`,
    description: `What this ${PRODUCT} server stores about you, why, and for how long.`,
  },
  terms: {
    Body: Terms,
    title: `Terms of use · ${PRODUCT}`,
    description: `The rules of this ${PRODUCT} server.`,
  },
};

export const pageNames = PAGE_NAMES;

/** One page as a whole document. */
export function renderPage(name: PageName, assets: SiteAssets): string {
  const { Body, island } = PAGES[name];
  const islandHtml = island ? renderToString(<island.Part />) : "";
  const body = renderToStaticMarkup(
    <AssetProvider value={{ ...assets, islandHtml }}>
      <Frame current={name}>
        <Body />
      </Frame>
    </AssetProvider>,
  );
  return `<!doctype html><html lang="en" data-theme="dark">${renderHead(name, assets)}<body>${body}</body></html>\n`;
}

function renderHead(name: PageName, assets: SiteAssets): string {
  const { title, description, island } = PAGES[name];
  const { origin, styles, scripts, font, images } = assets;
  const url = origin + LINKS[name].path;
  const picture = origin + (images[`og-${name}.png`] ?? "");
  const [site = "", ...siteImports] = scripts["site"] ?? [];
  const [own, ...ownImports] = island ? (scripts[island.entry] ?? []) : [];
  return renderToStaticMarkup(
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="theme-color" content="#0d1114" />
      <link rel="canonical" href={url} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${PRODUCT}: ${LINKS[name].label}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={picture} />
      {font && <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />}
      <script src="/theme.js" />
      <script src="/visitor.js" />
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script type="module" src={site} />
      {own && <script type="module" src={own} />}
      {[...siteImports, ...ownImports].map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </head>,
  );
}
