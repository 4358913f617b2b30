/** Limit of a value, which is a URL, a name or a password. A compose file may repeat a variable 100,000 times. */
const MAX_VALUE_CHARACTERS = 1_000;
/** Limit of all interpolated values together, because each line may repeat a long variable hundreds of times. */
const MAX_INTERPOLATED_CHARACTERS = 1_000_000;

/**
 * Reads the lines of a `.env` file. Ignores invalid lines and too long values.
 * The values may contain variables and `$$`, which `resolveVariables` interpolates.
 */
export function readEnvFile(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [start, name] = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=/.exec(line) ?? [];
    if (start === undefined || name === undefined) continue;
    const value = parseValue(line.slice(start.length).trim());
    if (value.length <= MAX_VALUE_CHARACTERS) variables.set(name, value);
  }
  return variables;
}

type Variables = Pick<ReadonlyMap<string, string>, 'get'>;
const NO_VARIABLES: Variables = new Map();

/**
 * Resolves the values of `.env` files, as Docker Compose does: with the variables of earlier lines, else with the
 * variables of the project. Ignores too long values.
 */
export function resolveVariables(
  files: readonly ReadonlyMap<string, string>[],
  project: Variables = NO_VARIABLES,
): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const lookup: Variables = { get: (name) => variables.get(name) ?? project.get(name) };
  let interpolatedCharacters = 0;
  for (const [name, rawValue] of files.flatMap((file) => [...file])) {
    const hasVariables = rawValue.includes('$');
    if (hasVariables && interpolatedCharacters >= MAX_INTERPOLATED_CHARACTERS) continue;
    const value = hasVariables ? interpolate(rawValue, lookup) : rawValue;
    if (hasVariables) interpolatedCharacters += value.length;
    if (value.length <= MAX_VALUE_CHARACTERS) variables.set(name, value);
  }
  return variables;
}

/** Escapes a text, so that `interpolate` returns it unchanged. */
export function escapeDollars(text: string): string {
  return text.replaceAll('$', '$$$$');
}

/** Removes quotes and comments from a value. Double quotes permit escapes. Single quotes permit no variables. */
function parseValue(text: string): string {
  const [, quote, quoted] = /^(['"])(.*)\1(?:\s+#.*)?$/s.exec(text) ?? [];
  if (quoted === undefined) {
    const comment = text.search(/\s#/);
    return comment === -1 ? text : text.slice(0, comment).trimEnd();
  }
  if (quote === "'") return escapeDollars(quoted);
  return quoted.replace(/\\(.)/g, (_, character) => unescapeCharacter(character));
}

const CONTROL_CHARACTERS = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unescapeCharacter(character: string): string {
  return CONTROL_CHARACTERS.get(character) ?? escapeDollars(character);
}

/** `$$`, `$NAME`, the start of `${NAME…}` with its operator, or `}`. */
const PART = /\$\$|\$\{([A-Za-z_]\w*)(:?[-?+])?|\$([A-Za-z_]\w*)|\}/g;

/** An unclosed brace. */
interface OpenBrace {
  /** Index of the reference in the output. The reference remains literal text unless the brace is closed. */
  readonly outputIndex: number;
  readonly value: string | undefined;
  readonly operator: string | undefined;
}

/**
 * Interpolates variables as in the Compose specification: `$NAME`, `${NAME}`, `${NAME:-default}`, `${NAME-default}`,
 * `${NAME:+replacement}` and `${NAME:?error}`, also nested, and `$$` for a dollar sign.
 * Unknown variables are empty, as in Compose.
 */
export function interpolate(text: string, variables: Variables): string {
  const output: string[] = [];
  const openBraces: OpenBrace[] = [];
  let end = 0;
  for (const { 0: part, 1: braced, 2: operator, 3: bare, index } of text.matchAll(PART)) {
    if (index > end) output.push(text.slice(end, index));
    end = index + part.length;
    const brace = part === '}' ? openBraces.pop() : undefined;
    if (braced !== undefined) {
      openBraces.push({ outputIndex: output.length, value: variables.get(braced), operator });
    }
    if (brace !== undefined) {
      const operand = output.slice(brace.outputIndex + 1).join('');
      output.length = brace.outputIndex;
      output.push(valueOfBrace(brace, operand));
    } else if (part === '$$') output.push('$');
    else output.push(bare === undefined ? part : (variables.get(bare) ?? ''));
  }
  output.push(text.slice(end));
  return output.join('');
}

function valueOfBrace({ value, operator }: OpenBrace, operand: string): string {
  const isSet = value !== undefined && (value !== '' || operator?.startsWith(':') !== true);
  if (operator?.endsWith('+') === true) return isSet ? operand : '';
  return isSet || operator?.endsWith('-') !== true ? (value ?? '') : operand;
}
