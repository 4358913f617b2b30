/** A quoted text that can be a key, or a template that begins as one: `scenarios.states.${status}`. */
const QUOTED = /(['"`])([a-zA-Z][\w.]*)(\1|\$\{)/g;

/** The keys that a source file names, whole or by the beginning that a template has. */
export function usedKeys(source: string, keys: Iterable<string>): ReadonlySet<string> {
  const named = new Set<string>();
  const beginnings: string[] = [];
  for (const [, , text = '', end] of source.matchAll(QUOTED)) {
    if (end !== '${') named.add(text);
    else if (text.endsWith('.')) beginnings.push(text);
  }
  return new Set(
    [...keys].filter((key) => named.has(key) || beginnings.some((beginning) => isRightBelow(beginning, key))),
  );
}

function isRightBelow(beginning: string, key: string): boolean {
  return key.startsWith(beginning) && !key.slice(beginning.length).includes('.');
}
