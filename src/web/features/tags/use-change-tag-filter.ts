import { useNavigate, useRouter } from "@tanstack/react-router";
import { tagsInAddress, tagsOfAddress } from "../../kernel/tags/tag-address.ts";

/** A list filtered by a tag follows it to its new name, and back when that is undone. */
export function useChangeTagFilter(): (from: string, to: string | null) => void {
  const router = useRouter();
  const navigate = useNavigate();
  return (from, to) => {
    const search = router.state.location.search as { tag?: string };
    const tags = tagsOfAddress(search.tag);
    if (!tags.includes(from)) return;
    const next = tags.flatMap((tag) => (tag !== from ? tag : (to ?? [])));
    void navigate({
      to: ".",
      search: { ...search, tag: tagsInAddress([...new Set(next)]) || undefined } as never,
      replace: true,
    });
  };
}
