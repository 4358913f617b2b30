/** The variables of a `.env` file, as Docker Compose reads it. Lines that are none are passed over. */
export function readEnvFile(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).map((line) => /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*?)\s*$/.exec(line));
  return new Map(lines.flatMap((match) => (match === null ? [] : [[match[1] ?? '', valueWritten(match[2] ?? '')]])));
}

function valueWritten(written: string): string {
  const quoted = /^(['"])(.*)\1(?:\s+#.*)?$/.exec(written);
  return quoted?.[2] ?? written.replace(/\s+#.*$/, '');
}

/** Puts variables in: `${NAME}`, `${NAME:-default}`, `$NAME`. One that is not known becomes empty, as Compose does. */
export function interpolate(text: string, variables: ReadonlyMap<string, string>): string {
  const pattern = /\$\$|\$\{([A-Za-z_]\w*)(?:(:?[-?+])([^}]*))?\}|\$([A-Za-z_]\w*)/g;
  return text.replace(pattern, (whole, braced?: string, operator?: string, other?: string, bare?: string) => {
    if (whole === '$$') return '$';
    const value = variables.get(braced ?? bare ?? '') ?? '';
    if (value !== '' || operator === undefined || !operator.endsWith('-')) return value;
    return other ?? '';
  });
}
