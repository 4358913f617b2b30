import { formatFullPlace, formatSourcePlace } from '#components/panel/app/source-place.ts';
import { useApp } from '#components/panel/app/stores.ts';
import type { StackFrame } from '#core/journey/record';

/** A place in the page's code. A click shows it in Sources, or copies it where DevTools open nothing. */
export function SourceLink({ frame }: { readonly frame: StackFrame }) {
  const { commands } = useApp();
  return (
    <button type="button" class="link mono" title={formatFullPlace(frame)} onClick={() => commands.openSource(frame)}>
      {formatSourcePlace(frame)}
    </button>
  );
}
