/** Writes links to pages that are not in the package as their text: there, they would be dead. */
export function withoutDeadLinks(markdown: string, pages: readonly string[]): string {
  return markdown.replace(/\[([^\]]+)\]\((?![a-z]+:|#)([^)#]+)(#[^)]*)?\)/g, (link, text: string, page: string) =>
    pages.includes(page) ? link : text,
  );
}
