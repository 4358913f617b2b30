import { useApp } from '#components/panel/app/stores.ts';
import type { StackFrame } from '#core/journey/record';

/** A place in the page's code. A click shows it in Sources, or copies it where DevTools open nothing. */
export function SourceLink({ frame }: { readonly frame: StackFrame }) {
  const { commands } = useApp();
  return (
    <button type="button" class="link mono" title={placeOf(frame)} onClick={() => commands.openSource(frame)}>
      {scriptName(frame)}:{frame.line}
    </button>
  );
}

function placeOf({ url, line, column }: StackFrame): string {
  return `${url}:${line}:${column}`;
}

/** As DevTools name a script: its file, or the host for the script of a page at the root. */
function scriptName({ url }: StackFrame): string {
  const [path = url] = url.split(/[?#]/);
  return path.split('/').findLast((part) => part !== '') ?? url;
}
