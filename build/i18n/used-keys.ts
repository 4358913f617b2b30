/** A quoted text that can be a key. */
const QUOTED = /(['"`])([a-zA-Z][\w.]*)\1/g;

/**
 * A template of keys, with one code in it as in `rules.${id}.title`.
 * Of any other template only the beginning is read: `pipeline.effect.${type}-${reason}`.
 */
const TEMPLATE = /`([a-zA-Z][\w.]*\.[\w-]*)\$\{(?:[^}`]*\}([\w.]*)`)?/g;

/** A quoted text that can be a code, and the name of a property that can. */
const CODE = /(['"`])([a-zA-Z][\w.-]*)\1|([a-zA-Z]\w*):/g;

/**
 * The keys that a source file names, whole or by a template.
 *
 * @param isCode whether a template can have a code in it; any text without a dot by default.
 */
export function usedKeys(
  source: string,
  keys: Iterable<string>,
  isCode: (code: string) => boolean = isWord,
): ReadonlySet<string> {
  const named = new Set([...source.matchAll(QUOTED)].map(([, , key = '']) => key));
  const templates = [...source.matchAll(TEMPLATE)];
  const isMade = (key: string) =>
    templates.some(
      ([, beginning = '', ending]) =>
        key.startsWith(beginning) &&
        key.endsWith(ending ?? '') &&
        (ending === undefined ? isWord : isCode)(key.slice(beginning.length, key.length - (ending ?? '').length)),
    );
  return new Set([...keys].filter((key) => named.has(key) || isMade(key)));
}

const isWord = (code: string) => !code.includes('.');

/** Tells the codes that the sources name. */
export function codeTest(source: string): (code: string) => boolean {
  const named = new Set([...source.matchAll(CODE)].map(([, , quoted, property]) => quoted ?? property ?? ''));
  return (code) => named.has(code);
}
