const MAX_CACHED_CHARS = 2_000_000;

interface SerializerOptions {
  /** Indentation of all lines of a value but the first; `null` for JSON in one line. */
  readonly indent: string | null;
  /** Called with the JSON of whole values only. */
  readonly escapeJson: (json: string) => string;
}

/**
 * Creates a function that returns the members of an object as JSON, without the braces.
 * Caches values that several items share.
 */
export function createFieldSerializer({ indent, escapeJson }: SerializerOptions): (item: object) => string {
  const cache = new Map<unknown, string>();
  let chars = 0;
  const write = (value: unknown): string => {
    if (indent === null) return escapeJson(JSON.stringify(value));
    const json = escapeJson(JSON.stringify(value, null, 2));
    // Line feeds inside strings are escaped already.
    return typeof value === 'object' ? json.replaceAll('\n', `\n${indent}`) : json;
  };
  const writeShared = (value: unknown): string => {
    const cachedJson = cache.get(value);
    if (cachedJson !== undefined) return cachedJson;
    const json = write(value);
    chars += json.length;
    if (chars > MAX_CACHED_CHARS) {
      cache.clear();
      chars = json.length;
    }
    cache.set(value, json);
    return json;
  };
  const [colon, comma] = indent === null ? [':', ','] : [': ', `,\n${indent}`];
  return (item) => {
    let fields = '';
    for (const [name, value] of Object.entries(item)) {
      if (value === undefined) continue;
      const json = typeof value === 'number' || value === null ? String(value) : writeShared(value);
      fields += `${fields === '' ? '' : comma}"${name}"${colon}${json}`;
    }
    return fields;
  };
}
