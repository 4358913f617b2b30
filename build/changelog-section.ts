const VERSION_HEADING = /^## \[?([^\]\s]+)\]?/;
/** A link definition. These are at the end of the file, after the last section. */
const LINK_DEFINITION = /^\[[^\]]+\]: /;

/**
 * Returns a version's section of a changelog (Keep a Changelog) without the heading.
 * Returns `null` if the section is missing or empty.
 */
export function changelogSection(changelog: string, version: string): string | null {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => VERSION_HEADING.exec(line)?.[1] === version);
  if (start === -1) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => VERSION_HEADING.test(line) || LINK_DEFINITION.test(line));
  const section = (end === -1 ? rest : rest.slice(0, end)).join('\n').trim();
  return section === '' ? null : `${section}\n`;
}
