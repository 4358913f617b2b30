/** A string literal that can be a key. */
const QUOTED = /(['"`])([a-zA-Z][\w.]*)\1/g;

/**
 * A template literal of keys with one code, such as `rules.${id}.title`.
 * For other templates, only the prefix is read: `pipeline.effect.${type}-${reason}`.
 */
const TEMPLATE = /`([a-zA-Z][\w.]*\.[\w-]*)\$\{(?:[^}`]*\}([\w.]*)`)?/g;

/** A string literal, or the name of a property, that can be a code. */
const CODE = /(['"`])([a-zA-Z][\w.-]*)\1|([a-zA-Z]\w*):/g;

/**
 * Returns the keys that a source file names, literally or by a template.
 *
 * @param isCode returns whether a template can contain a code. By default, any text without a dot is a code.
 */
export function findUsedKeys(
  source: string,
  keys: Iterable<string>,
  isCode: (code: string) => boolean = isWithoutDot,
): ReadonlySet<string> {
  const quotedKeys = new Set([...source.matchAll(QUOTED)].map(([, , key = '']) => key));
  const templates = [...source.matchAll(TEMPLATE)];
  const matchesTemplate = (key: string) =>
    templates.some(
      ([, beginning = '', ending]) =>
        key.startsWith(beginning) &&
        key.endsWith(ending ?? '') &&
        (ending === undefined ? isWithoutDot : isCode)(key.slice(beginning.length, key.length - (ending ?? '').length)),
    );
  return new Set([...keys].filter((key) => quotedKeys.has(key) || matchesTemplate(key)));
}

const isWithoutDot = (code: string) => !code.includes('.');

/** Creates a predicate for the codes that the sources name. */
export function createCodeTest(source: string): (code: string) => boolean {
  const codes = new Set([...source.matchAll(CODE)].map(([, , quoted, property]) => quoted ?? property ?? ''));
  return (code) => codes.has(code);
}
