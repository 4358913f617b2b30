/** Writes a name as an identifier of a CSS selector (CSSOM, "serialize an identifier"). */
export function toCssIdentifier(name: string): string {
  if (name === '-') return '\\-';
  // A digit may not start an identifier, not even after a hyphen.
  const lastStartIndex = name.startsWith('-') ? 1 : 0;
  return Array.from(name, (character, index) => {
    const code = character.charCodeAt(0);
    if (code === 0) return '\ufffd';
    const isLeadingDigit = /\d/.test(character) && index <= lastStartIndex;
    if (isLeadingDigit || code < 0x20 || code === 0x7f) return `\\${code.toString(16)} `;
    return code >= 0x80 || /[\w-]/.test(character) ? character : `\\${character}`;
  }).join('');
}
