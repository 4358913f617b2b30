/** Puts a text between `<!-- name:start -->` and `<!-- name:end -->` of a Markdown file, or null if it has no such place. */
export function replaceSection(markdown: string, name: string, content: string): string | null {
  const start = `<!-- ${name}:start -->`;
  const end = `<!-- ${name}:end -->`;
  const from = markdown.indexOf(start);
  const to = markdown.indexOf(end);
  if (from === -1 || to < from) return null;
  return `${markdown.slice(0, from + start.length)}\n${content}\n${markdown.slice(to)}`;
}

/** What stands in such a place now. */
export function sectionOf(markdown: string, name: string): string | null {
  const found = new RegExp(`<!-- ${name}:start -->\\n([\\s\\S]*?)\\n<!-- ${name}:end -->`).exec(markdown);
  return found?.[1] ?? null;
}
