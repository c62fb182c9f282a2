/**
 * Copied HTML without what a page would act on, before it is read: styles and handlers under names that mean nothing,
 * style sheets, scripts and base addresses gone. The security policy stops them as well, but loudly, in the console of
 * every page; what a note may hold is decided later, by the schema.
 */
export function neutralizeHtml(html: string): string {
  return (
    html
      // What Windows keeps in front of it, where a program hands that on.
      .replace(/^Version:[^<]*/i, "")
      .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, "")
      .replace(/<\/?(?:base|link|meta)\b[^>]*>/gi, "")
      .replace(/<[a-z][^<>]*>/gi, (tag) =>
        tag
          .replace(/([\s"'/])style(\s*=)/gi, "$1data-style$2")
          .replace(/([\s"'/])on([a-z]+\s*=)/gi, "$1data-on$2"),
      )
  );
}
