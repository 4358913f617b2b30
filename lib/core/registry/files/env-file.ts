/** A registry's settings are addresses, names and passwords. A compose file may name one 100,000 times. */
const MAX_VALUE_CHARACTERS = 1_000;

/**
 * The variables of a `.env` file, as Docker Compose reads it.
 * Lines that are none, or longer than any, are passed over.
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

function valueWritten(written: string): string {
  const quoted = /^(['"])(.*)\1(?:\s+#.*)?$/.exec(written);
  if (quoted?.[2] !== undefined) return quoted[2];
  const comment = written.search(/\s#/);
  return comment === -1 ? written : written.slice(0, comment).trimEnd();
}

/** `$NAME`, `${NAME`, an operator with what follows, or the end of a brace. */
const PART = /\$\$|\$\{([A-Za-z_]\w*)(:?[-?+])?|\$([A-Za-z_]\w*)|\}/g;

/** A brace that is open. */
interface OpenBrace {
  /** Start of the unclosed reference in the output so far, which stays text until it closes. */
  readonly at: number;
  readonly value: string | undefined;
  readonly operator: string | undefined;
}

/**
 * Puts variables in, as the interpolation of the Compose specification: `$NAME`, `${NAME}`, `${NAME:-default}`,
 * `${NAME-default}`, `${NAME:+replacement}`, `${NAME:?error}`, each in each other, and `$$` for a dollar sign.
 * A variable that is not known becomes empty, as Compose does. Takes linear time.
 */
export function interpolate(text: string, variables: ReadonlyMap<string, string>): string {
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
