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

/**
 * Puts variables in: `${NAME}`, `${NAME:-default}`, `$NAME`.
 * One that is not known becomes empty, as Compose does.
 */
export function interpolate(text: string, variables: ReadonlyMap<string, string>): string {
  // No brace closes after the last one; searching from each would take quadratic time.
  const end = text.lastIndexOf('}') + 1;
  const inBraces = /\$\$|\$\{([A-Za-z_]\w*)(?:(:?[-?+])([^}]*))?\}|\$([A-Za-z_]\w*)/g;
  const variableValue = (name: string) => variables.get(name) ?? '';
  const head = text
    .slice(0, end)
    .replace(inBraces, (whole, braced?: string, operator?: string, other?: string, bare?: string) => {
      if (whole === '$$') return '$';
      const value = variableValue(braced ?? bare ?? '');
      if (value !== '' || operator === undefined || !operator.endsWith('-')) return value;
      return other ?? '';
    });
  const tail = text
    .slice(end)
    .replace(/\$\$|\$([A-Za-z_]\w*)/g, (_whole, name?: string) => (name === undefined ? '$' : variableValue(name)));
  return head + tail;
}
