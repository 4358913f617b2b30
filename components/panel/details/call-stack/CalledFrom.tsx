import { Button } from '#components/kit/Button.tsx';
import { callStackSetting, recordCallStacks } from '#components/panel/app/call-stacks.ts';
import { formatFullLocation, formatSourceLocation } from '#components/panel/app/source-location.ts';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { liveListStore, useEventList } from '#components/panel/event-list/event-list.ts';
import type { StackFrame } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';

/** The call stack of the call, innermost function first; or the switch that turns recording on. */
export function CalledFrom({ record }: { readonly record: JudgedRecord }) {
  const setting = useStore(callStackSetting);
  const stores = useStores();
  const isLive = useStore(liveListStore) === useEventList();
  if (!record.call) return null;
  const { stack = [] } = record.call;
  if (stack.length > 0) return <FrameList stack={stack} />;
  if (setting.value || !isLive) return null;
  return (
    <p>
      <Button appearance="text" title={i18n.t('callStack.recordHint')} onClick={() => recordCallStacks(stores)}>
        {i18n.t('callStack.record')}
      </Button>
    </p>
  );
}

function FrameList({ stack }: { readonly stack: readonly StackFrame[] }) {
  return (
    <section class="called-from" aria-label={i18n.t('callStack.calledFrom')}>
      <p>{i18n.t('callStack.calledFrom')}</p>
      <ol>
        {stack.map((frame, index) => (
          <li key={String(index)}>
            <code class="truncate">{frame.name || i18n.t('callStack.anonymous')}</code>
            <SourceLink frame={frame} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A location in the page's code. A click shows it in Sources, or copies it if DevTools cannot open it. */
export function SourceLink({ frame }: { readonly frame: StackFrame }) {
  const { commands } = useApp();
  return (
    <button
      type="button"
      class="link mono"
      title={formatFullLocation(frame)}
      onClick={() => commands.openSource(frame)}
    >
      {formatSourceLocation(frame)}
    </button>
  );
}
