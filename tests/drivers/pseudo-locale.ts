/** Characters of a text that stand for what another language needs more of. */
const LONGER_BY = 0.4;

/**
 * Makes a text of the pseudo-locale: in brackets, which show a text that is made of parts or not from a catalog, and
 * longer by {@link LONGER_BY}.
 */
export function pseudoText(text: string): string {
  const more = Math.ceil(text.length * LONGER_BY);
  return `⟦${text}${'ẍ'.repeat(Math.min(more, 6))}${' ẍẍẍẍẍ'.repeat(Math.max(0, Math.ceil((more - 6) / 6)))}⟧`;
}

const EXPORT = /export\{(\w+) as default\};?\s*$/;

/** Turns the script of a compiled catalog into one of the pseudo-locale; scripts without messages stay as they are. */
export function pseudoCatalog(script: string): string {
  return script.replace(
    EXPORT,
    (_, messages: string) => `
const LONGER_BY = ${LONGER_BY};
const pseudoText = ${pseudoText.toString()};
const pseudo = Object.fromEntries(
  // The language tag is read by Intl.
  Object.entries(${messages}).map(([key, message]) => [
    key,
    key === 'language.tag' ? message : (params) => pseudoText(message(params)),
  ]),
);
export { pseudo as default };
`,
  );
}
