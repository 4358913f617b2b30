/** What is written of shared values is cached up to so many UTF-16 units. */
const MAX_CACHED_CHARS = 2_000_000;
/** Shorter strings are written again in less time than they are found. */
const MIN_CACHED_CHARS = 100;

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
export function createSharedJson({ indent, escapeJson }: SharedJsonOptions): (item: object) => readonly string[] {
  const written = new Map<unknown, string>();
  let chars = 0;
  const write = (value: unknown): string => {
    if (indent === null) return escapeJson(JSON.stringify(value));
    const json = escapeJson(JSON.stringify(value, null, 2));
    // In a string, a line feed is escaped.
    return typeof value === 'object' ? json.replaceAll('\n', `\n${indent}`) : json;
  };
  const writeValue = (value: unknown): string => {
    const isShared = typeof value === 'string' ? value.length >= MIN_CACHED_CHARS : typeof value === 'object';
    if (!isShared || value === null) return write(value);
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
  const separator = indent === null ? ':' : ': ';
  return (item) => {
    const fields: string[] = [];
    for (const [name, value] of Object.entries(item)) {
      if (value !== undefined) fields.push(`"${name}"${separator}${writeValue(value)}`);
    }
    return fields;
  };
}

/** A string of so many UTF-16 units is worth a write to a file. */
const MIN_TEXT_CHARS = 100_000;

/**
 * Joins strings to fewer, longer ones.
 * One string of a whole report would take twice the bytes once a part has more than Latin-1.
 */
export function* joinTexts(texts: Iterable<string>): Generator<string> {
  let gathered: string[] = [];
  let chars = 0;
  for (const text of texts) {
    gathered.push(text);
    chars += text.length;
    if (chars < MIN_TEXT_CHARS) continue;
    yield gathered.join('');
    gathered = [];
    chars = 0;
  }
  if (gathered.length > 0) yield gathered.join('');
}
