import { FolderKanban } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { parseQuery } from "#contract/shared/search-query.ts";
import type { FindFacet, Found } from "../../kernel/find-facet.ts";
import { t } from "../../lib/messages/t.ts";
import { api, queryClient } from "../../platform/api.ts";
import { STATUSES } from "./project-words.ts";
import { projectQueryOf } from "./project-query.ts";

const listOptions = () => api.projects.list.queryOptions({ input: {} });

const foundOf = ({ id, title, status, description }: Project): Found => ({
  id: `project.${id}`,
  title,
  about: STATUSES[status],
  icon: FolderKanban,
  href: `/app/projects/${id}`,
  isDone: status === "completed" || status === "archived",
  text: `${title} ${description}`,
});

/** As a query writes it; no words of the interface. */
const operatorOf = (name: string): string => `project:"${name}"`;

/** Writes the rest of a name that is being typed behind `project:`. */
const completionOf = (query: string, { id, title }: Project): Found => ({
  id: `project-query.${id}`,
  title: operatorOf(title),
  about: t("Search in this project"),
  icon: FolderKanban,
  href: `/app/explorer?${new URLSearchParams({ q: `${query}${operatorOf(title)} ` })}`,
  text: title,
});

const unknownOf = (name: string): Found => ({
  id: `project-unknown.${name}`,
  title: t("No project is called “{name}”", { name }),
  about: t("All projects"),
  icon: FolderKanban,
  href: "/app/projects",
  text: name,
});

/** What a query finds among projects: names for an operator that is being typed, else those with its words. */
export function projectsFor(query: string, projects: readonly Project[], limit: number): Found[] {
  const typed = projectQueryOf(query);
  // In a query there is no way to write a quotation mark.
  const own = projects.filter(({ sharedBy }) => sharedBy === null);
  const named = own.filter(({ title }) => !title.includes('"'));
  if (typed) {
    const part = folded(typed.part.toLowerCase());
    return named
      .filter(({ title }) => folded(title.toLowerCase()).includes(part))
      .slice(0, limit)
      .map((project) => completionOf(typed.before, project));
  }
  const { words, phrases, projects: asked } = parseQuery(query);
  const titles = new Set(own.map(({ title }) => title.toLowerCase()));
  const unknown = asked.filter((name) => !titles.has(name)).map(unknownOf);
  const needles = [...words, ...phrases].map(folded);
  if (needles.length === 0 || asked.length > 0) return unknown;
  return projects
    .filter(({ title, description }) => {
      const plain = folded(`${title} ${description}`.toLowerCase());
      return needles.every((needle) => plain.includes(needle));
    })
    .slice(0, limit)
    .map(foundOf);
}

export const findProjects: FindFacet = {
  title: t("Projects"),
  keyOf: (input) => [...api.projects.list.key(), "found", input],
  // All of them are one answer, which is asked for once a minute at most while one types.
  find: async ({ query, limit }) => {
    const { projects } = await queryClient.fetchQuery({ ...listOptions(), staleTime: 60_000 });
    return projectsFor(query, projects, limit);
  },
  known: () => (queryClient.getQueryData(listOptions().queryKey)?.projects ?? []).map(foundOf),
};
