import type { StackFrame } from '#core/journey/record';

/** A place of the page's code as DevTools write it: `player.js:12`. */
export function formatSourcePlace(frame: StackFrame): string {
  return `${formatScriptName(frame)}:${frame.line}`;
}

/** The same with the whole address, and the column. */
export function formatFullPlace({ url, line, column }: StackFrame): string {
  return `${url}:${line}:${column}`;
}

/** As DevTools name a script: its file, or the host for the script of a page at the root. */
export function formatScriptName({ url }: Pick<StackFrame, 'url'>): string {
  const [path = url] = url.split(/[?#]/);
  return path.split('/').findLast((part) => part !== '') ?? url;
}
