/** What is written of shared values is cached up to so many UTF-16 units. */
const MAX_CACHED_CHARS = 2_000_000;

interface SharedJsonOptions {
  /** Begins each line of a value but the first; `null` for JSON in one line. */
  readonly indent: string | null;
  /** Called with the JSON of whole values only. */
  readonly escapeJson: (json: string) => string;
}

/**
 * Returns a function that writes the fields of an object as `JSON.stringify` does.
 * Items of a report share objects, lists and long strings: each of them is written once.
 */
export function createSharedJson({ indent, escapeJson }: SharedJsonOptions): (item: object) => string {
  const written = new Map<unknown, string>();
  let chars = 0;
  const write = (value: unknown): string => {
    if (indent === null) return escapeJson(JSON.stringify(value));
    const json = escapeJson(JSON.stringify(value, null, 2));
    // In a string, a line feed is escaped.
    return typeof value === 'object' ? json.replaceAll('\n', `\n${indent}`) : json;
  };
  const writeShared = (value: unknown): string => {
    const known = written.get(value);
    if (known !== undefined) return known;
    const json = write(value);
    chars += json.length;
    if (chars > MAX_CACHED_CHARS) {
      written.clear();
      chars = json.length;
    }
    written.set(value, json);
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

/** A string of so many UTF-16 units is worth a write to a file. */
const MIN_TEXT_CHARS = 400_000;

/**
 * Joins strings to fewer, longer ones.
 * One string of a whole report would take twice the bytes once a part has more than Latin-1.
 */
export function* joinTexts(texts: Iterable<string>): Generator<string> {
  let joined = '';
  for (const text of texts) {
    joined += text;
    if (joined.length < MIN_TEXT_CHARS) continue;
    yield joined;
    joined = '';
  }
  if (joined !== '') yield joined;
}
