import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Replaces the text between `<!-- name:start -->` and `<!-- name:end -->`.
 * Returns null without these comments.
 */
function replaceSection(markdown: string, name: string, content: string): string | null {
  const start = `<!-- ${name}:start -->`;
  const end = `<!-- ${name}:end -->`;
  const from = markdown.indexOf(start);
  const to = markdown.indexOf(end);
  if (from === -1 || to < from) return null;
  return `${markdown.slice(0, from + start.length)}\n${content}\n${markdown.slice(to)}`;
}

/** Returns the text between the comments of a section, or null if there is no such section. */
export function readSection(markdown: string, name: string): string | null {
  const match = new RegExp(`<!-- ${name}:start -->\\n([\\s\\S]*?)\\n<!-- ${name}:end -->`).exec(markdown);
  return match?.[1] ?? null;
}

/** Writes a section of a file. Throws if the file has no such section. */
export function writeSection(file: string, name: string, content: string): void {
  const newText = replaceSection(readFileSync(file, 'utf8'), name, content);
  if (newText === null) throw new Error(`${file} has no section <!-- ${name}:start --> … <!-- ${name}:end -->.`);
  writeFileSync(file, newText);
}
