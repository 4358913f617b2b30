import { Button } from '#components/kit/Button.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore, useEventList } from '#components/panel/event-list/event-list.ts';
import type { StackFrame, TelemetryRecord } from '#core/journey/record';
import { i18n } from '#i18n';
import { callStackSetting } from './call-stack-setting';
import { SourceLink } from './SourceLink';

/** The code that called, the innermost function first; or the switch that records it. */
export function CalledFrom({ record }: { readonly record: TelemetryRecord }) {
  const setting = useStore(callStackSetting);
  const { toasts, commands } = useApp();
  const isLive = useStore(liveListStore) === useEventList();
  if (!record.call) return null;
  const { stack = [] } = record.call;
  if (stack.length > 0) return <FrameList stack={stack} />;
  if (setting.value || !isLive) return null;
  const startRecording = () => {
    setting.set(true);
    const action = { label: () => i18n.t('empty.reload'), onChoose: commands.reload };
    toasts.show({ tone: 'info', text: () => i18n.t('callStack.fromNextLoad'), action });
  };
  return (
    <p>
      <Button appearance="text" title={i18n.t('callStack.recordHint')} onClick={startRecording}>
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
            <code class="clip">{frame.name || i18n.t('callStack.anonymous')}</code>
            <SourceLink frame={frame} />
          </li>
        ))}
      </ol>
    </section>
  );
}
