/** Replaces links to pages that are not in the package by their text. */
export function withoutDeadLinks(markdown: string, pages: readonly string[]): string {
  return markdown.replace(/\[([^\]]+)\]\((?![a-z]+:|#)([^)#]+)(#[^)]*)?\)/g, (link, text: string, page: string) =>
    pages.includes(page) ? link : text,
  );
}
