/** Settings of a registry are URLs, names and passwords. A compose file may repeat a variable 100,000 times. */
const MAX_VALUE_CHARACTERS = 1_000;
/** Limit for all values that are interpolated together: each line may repeat a long variable hundreds of times. */
const MAX_INTERPOLATED_CHARACTERS = 1_000_000;

/**
 * Reads the lines of a `.env` file. Ignores invalid and too long ones.
 * The values may contain variables and `$$`, which `resolveVariables` interpolates.
 */
export function readEnvFile(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [start, name] = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=/.exec(line) ?? [];
    if (start === undefined || name === undefined) continue;
    const value = valueWritten(line.slice(start.length).trim());
    if (value.length <= MAX_VALUE_CHARACTERS) variables.set(name, value);
  }
  return variables;
}

type Variables = Pick<ReadonlyMap<string, string>, 'get'>;
const NO_VARIABLES: Variables = new Map();

/**
 * Resolves the values of `.env` files, as Docker Compose does: with the variables of earlier lines, else with those of
 * the project. Ignores too long values.
 */
export function resolveVariables(
  files: readonly ReadonlyMap<string, string>[],
  project: Variables = NO_VARIABLES,
): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const known: Variables = { get: (name) => variables.get(name) ?? project.get(name) };
  let interpolated = 0;
  for (const [name, written] of files.flatMap((file) => [...file])) {
    const hasVariables = written.includes('$');
    if (hasVariables && interpolated >= MAX_INTERPOLATED_CHARACTERS) continue;
    const value = hasVariables ? interpolate(written, known) : written;
    if (hasVariables) interpolated += value.length;
    if (value.length <= MAX_VALUE_CHARACTERS) variables.set(name, value);
  }
  return variables;
}

/** Escapes a text, so that `interpolate` returns it unchanged. */
export function escapeDollars(text: string): string {
  return text.replaceAll('$', '$$$$');
}

/** Returns a value without quotes and comments. Double quotes permit escapes, single quotes no variables. */
function valueWritten(written: string): string {
  const [, quote, quoted] = /^(['"])(.*)\1(?:\s+#.*)?$/s.exec(written) ?? [];
  if (quoted !== undefined)
    return quote === "'" ? escapeDollars(quoted) : quoted.replace(/\\(.)/g, (_, character) => unescaped(character));
  const comment = written.search(/\s#/);
  return comment === -1 ? written : written.slice(0, comment).trimEnd();
}

const CONTROL_CHARACTERS = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unescaped(character: string): string {
  return CONTROL_CHARACTERS.get(character) ?? escapeDollars(character);
}

/** `$NAME`, `${NAME`, an operator with what follows, or the end of a brace. */
const PART = /\$\$|\$\{([A-Za-z_]\w*)(:?[-?+])?|\$([A-Za-z_]\w*)|\}/g;

/** An unclosed brace. */
interface OpenBrace {
  /** Index of the reference in the output so far. It remains literal text unless the brace is closed. */
  readonly at: number;
  readonly value: string | undefined;
  readonly operator: string | undefined;
}

/**
 * Interpolates variables as in the Compose specification: `$NAME`, `${NAME}`, `${NAME:-default}`, `${NAME-default}`,
 * `${NAME:+replacement}` and `${NAME:?error}`, also nested, and `$$` for a dollar sign.
 * Unknown variables are empty, as in Compose. Takes linear time.
 */
export function interpolate(text: string, variables: Variables): string {
  const written: string[] = [];
  const open: OpenBrace[] = [];
  let done = 0;
  for (const { 0: part, 1: braced, 2: operator, 3: bare, index } of text.matchAll(PART)) {
    if (index > done) written.push(text.slice(done, index));
    done = index + part.length;
    const brace = part === '}' ? open.pop() : undefined;
    if (braced !== undefined) open.push({ at: written.length, value: variables.get(braced), operator });
    if (brace === undefined) {
      written.push(part === '$$' ? '$' : bare === undefined ? part : (variables.get(bare) ?? ''));
    } else {
      const other = written.slice(brace.at + 1).join('');
      written.length = brace.at;
      written.push(valueOfBrace(brace, other));
    }
  }
  written.push(text.slice(done));
  return written.join('');
}

function valueOfBrace({ value, operator }: OpenBrace, other: string): string {
  const isSet = value !== undefined && (value !== '' || operator?.startsWith(':') !== true);
  if (operator?.endsWith('+') === true) return isSet ? other : '';
  return isSet || operator?.endsWith('-') !== true ? (value ?? '') : other;
}
