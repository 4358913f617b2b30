import type { PatternSource } from './pattern';

/** Escapes that are a mistake with the flag `u`, without which `\p{L}` does not mean a letter. */
const NEEDLESS_ESCAPE = /\\([^\\A-Za-z0-9^$.*+?()[\]{}|/])|\\./gsu;

/** Returns a pattern with its flags, or `undefined` if it is not a regular expression. */
export function readPattern(source: string): PatternSource | undefined {
  const repaired = source.replace(NEEDLESS_ESCAPE, (all, char?: string) =>
    char === undefined ? all : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
  const candidates = [
    { source, flags: 'u' },
    { source: repaired, flags: 'u' },
    { source, flags: '' },
  ];
  return candidates.find(isRegExp);
}

function isRegExp({ source, flags }: PatternSource): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
