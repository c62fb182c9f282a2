import { useAssets } from "./assets.ts";

/** The place of a part that its own script brings to life; the rest of the page stays as it was made. */
export function Island({ id, className }: { id: string; className?: string }) {
  const { islandHtml } = useAssets();
  // oxlint-disable-next-line react/no-danger -- React's own output, which nobody's words are part of
  return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: islandHtml }} />;
}
