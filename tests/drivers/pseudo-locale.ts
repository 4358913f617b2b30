/** Share of characters that are added, because texts in other languages are longer. */
const ADDED_LENGTH_SHARE = 0.4;

/**
 * Converts a text to the pseudo-locale: in brackets, and longer by {@link ADDED_LENGTH_SHARE}.
 * The brackets reveal concatenated and hard-coded strings.
 */
export function toPseudoText(text: string): string {
  const addedLength = Math.ceil(text.length * ADDED_LENGTH_SHARE);
  return `⟦${text}${'ẍ'.repeat(Math.min(addedLength, 6))}${' ẍẍẍẍẍ'.repeat(Math.max(0, Math.ceil((addedLength - 6) / 6)))}⟧`;
}

const EXPORT = /export\{(\w+) as default\};?\s*$/;

/** Converts the script of a compiled catalog to the pseudo-locale. Other scripts stay unchanged. */
export function toPseudoCatalog(script: string): string {
  return script.replace(
    EXPORT,
    (_, messages: string) => `
const ADDED_LENGTH_SHARE = ${ADDED_LENGTH_SHARE};
const toPseudoText = ${toPseudoText.toString()};
const pseudo = Object.fromEntries(
  // Intl parses the language tag, so it stays unchanged.
  Object.entries(${messages}).map(([key, message]) => [
    key,
    key === 'language.tag' ? message : (params) => toPseudoText(message(params)),
  ]),
);
export { pseudo as default };
`,
  );
}
