import { SearchX } from "lucide-react";
import { useEffect, useState, type ReactNode, type Ref } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/field.tsx";
import { Screen } from "../../ui/screen.tsx";
import { controlSpecimens } from "./control-specimens.tsx";
import { dataSpecimens } from "./data-specimens.tsx";
import { feedbackSpecimens } from "./feedback-specimens.tsx";
import { layoutSpecimens } from "./layout-specimens.tsx";
import { overlaySpecimens } from "./overlay-specimens.tsx";
import type { Specimen } from "./specimen.tsx";
import { tokenSpecimens } from "./token-specimens.tsx";

const PARTS = [
  { title: "Tokens", specimens: tokenSpecimens },
  { title: "Layout", specimens: layoutSpecimens },
  { title: "Controls", specimens: controlSpecimens },
  { title: "Overlays", specimens: overlaySpecimens },
  { title: "Feedback", specimens: feedbackSpecimens },
  { title: "Data", specimens: dataSpecimens },
];

function isMeant({ title, about, keywords }: Specimen, query: string): boolean {
  const text = `${title} ${about} ${keywords}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

type ComponentGalleryProps = {
  /** Of features, which are shown by those who may import them. */
  widgets: Specimen[];
  heading: Ref<HTMLHeadingElement>;
  /** The specimen that the address names. */
  soughtId: string;
  renderLink: (id: string, words: string) => ReactNode;
};

/** Every component of the design system in every state: to look something up, and to see what a change does. */
export function ComponentGallery({ heading, widgets, soughtId, renderLink }: ComponentGalleryProps) {
  const [query, setQuery] = useState("");
  useEffect(() => {
    if (soughtId) document.getElementById(soughtId)?.scrollIntoView({ block: "start" });
  }, [soughtId]);
  const parts = [...PARTS, { title: "Widgets", specimens: widgets }]
    .map(({ title, specimens }) => ({
      title,
      specimens: specimens.filter((specimen) => isMeant(specimen, query.trim())),
    }))
    .filter(({ specimens }) => specimens.length > 0);
  return (
    <Screen frame="full" title="Component gallery" heading={heading}>
      <div className="mt-2 grid max-w-6xl items-start gap-x-10 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-4 lg:sticky lg:top-6">
          <Field
            label="Find a component"
            type="search"
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <nav aria-label="Components" className="flex flex-wrap gap-x-4 gap-y-1 lg:flex-col">
            {parts.flatMap(({ specimens }) =>
              specimens.map(({ id, title }) => <span key={id}>{renderLink(id, title)}</span>),
            )}
          </nav>
        </div>
        <div className="flex min-w-0 flex-col gap-12">
          {parts.length === 0 && (
            <EmptyState icon={<SearchX size={20} />} title="No component matches">
              Try another word for it.
            </EmptyState>
          )}
          {parts.map(({ title, specimens }) => (
            <section key={title} aria-label={title}>
              <h2 className="border-b border-line pb-3 text-lg font-semibold">{title}</h2>
              {specimens.map((specimen) => (
                <Specimen key={specimen.id} specimen={specimen} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Screen>
  );
}

function Specimen({ specimen: { id, title, about, Show } }: { specimen: Specimen }) {
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-6 border-b border-line py-6 last:border-0"
    >
      <h3 id={`${id}-title`} className="text-base font-medium">
        {title}
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-sm text-muted">{about}</p>
      <Show />
    </article>
  );
}
