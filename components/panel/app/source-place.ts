import type { StackFrame } from '#core/journey/record';

/** A place of the page's code as DevTools writes it: `player.js:12`. */
export function formatSourcePlace(frame: StackFrame): string {
  return `${formatScriptName(frame)}:${frame.line}`;
}

/** Formats the whole URL with line and column. */
export function formatFullPlace({ url, line, column }: StackFrame): string {
  return `${url}:${line}:${column}`;
}

/** Returns the name of a script as DevTools writes it: its file, or the host if the script is the page itself. */
export function formatScriptName({ url }: Pick<StackFrame, 'url'>): string {
  const [path = url] = url.split(/[?#]/);
  return path.split('/').findLast((part) => part !== '') ?? url;
}
