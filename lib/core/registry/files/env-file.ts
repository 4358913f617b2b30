/** Settings of a registry are URLs, names and passwords. A compose file may repeat a variable 100,000 times. */
const MAX_VALUE_CHARACTERS = 1_000;
/** Limit for all interpolated values of a file: each line may repeat a long variable hundreds of times. */
const MAX_INTERPOLATED_CHARACTERS = 1_000_000;

/**
 * Reads the variables of a `.env` file, as Docker Compose does.
 * Inserts variables of earlier lines into values, except in single quotes. Ignores invalid and too long lines.
 */
export function readEnvFile(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  let interpolated = 0;
  for (const line of text.split(/\r?\n/)) {
    const [start, name] = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=/.exec(line) ?? [];
    if (start === undefined || name === undefined) continue;
    const written = line.slice(start.length).trim();
    let value = valueWritten(written);
    if (value.includes('$') && !written.startsWith("'")) {
      if (interpolated >= MAX_INTERPOLATED_CHARACTERS) continue;
      value = withEarlier(value, variables);
      interpolated += value.length;
    }
    if (value.length <= MAX_VALUE_CHARACTERS) variables.set(name, value);
  }
  return variables;
}

/** Inserts the known variables. Others stay as they are, because another file may have them. */
function withEarlier(value: string, variables: ReadonlyMap<string, string>): string {
  return value.replace(
    /(?<!\$)\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
    (reference, braced?: string, bare?: string) => variables.get(braced ?? bare ?? '') ?? reference,
  );
}

function valueWritten(written: string): string {
  const quoted = /^(['"])(.*)\1(?:\s+#.*)?$/.exec(written);
  if (quoted?.[2] !== undefined) return quoted[2];
  const comment = written.search(/\s#/);
  return comment === -1 ? written : written.slice(0, comment).trimEnd();
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
