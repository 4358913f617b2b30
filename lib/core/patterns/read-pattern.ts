import type { PatternSource } from './pattern';

/** Matches needless escapes such as `\-`. They are errors with the flag `u`, which `\p{L}` needs to match a letter. */
const NEEDLESS_ESCAPE = /\\([^\\A-Za-z0-9^$.*+?()[\]{}|/])|\\./gsu;

/** Returns a pattern with its flags, or `undefined` if `source` is not a regular expression. */
export function readPattern(source: string): PatternSource | undefined {
  const repairedSource = source.replace(NEEDLESS_ESCAPE, (all, char?: string) =>
    char === undefined ? all : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
  const candidates = [
    { source, flags: 'u' },
    { source: repairedSource, flags: 'u' },
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
