import type { StackFrame } from '#core/journey/record';

/** Formats a location in the page's code as DevTools does: `player.js:12`. */
export function formatSourceLocation(frame: StackFrame): string {
  return `${formatScriptName(frame)}:${frame.line}`;
}

/** Formats the whole URL with line and column. */
export function formatFullLocation({ url, line, column }: StackFrame): string {
  return `${url}:${line}:${column}`;
}

/** Returns the name of a script as DevTools does: its file, or the host if the script is the page itself. */
export function formatScriptName({ url }: Pick<StackFrame, 'url'>): string {
  const [path = url] = url.split(/[?#]/);
  return path.split('/').findLast((part) => part !== '') ?? url;
}
