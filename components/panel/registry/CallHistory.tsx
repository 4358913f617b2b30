import { formatTimeOfDay } from '#components/i18n/format.ts';
import { i18n } from '#i18n';
import { explainResponse } from './registry-messages';
import type { PastCall } from './registry-store';

interface CallHistoryProps {
  readonly calls: readonly PastCall[];
  readonly shown: PastCall | null;
  readonly onOpen: (call: PastCall) => void;
}

/** What was called before, newest first. Kept while this panel is open. */
export function CallHistory({ calls, shown, onOpen }: CallHistoryProps) {
  return (
    <nav class="call-history" aria-label={i18n.t('registry.history')}>
      <h3>{i18n.t('registry.history')}</h3>
      {calls.length === 0 && <p class="muted">{i18n.t('registry.historyEmpty')}</p>}
      {calls.map((call) => (
        <button
          type="button"
          class="inset"
          key={call.id}
          aria-current={call.id === shown?.id}
          title={i18n.t('registry.historyEntry', {
            method: call.draft.method,
            path: call.path,
            userId: call.userId,
            at: formatTimeOfDay(call.at),
          })}
          onClick={() => onOpen(call)}
        >
          <span class={isGood(call) ? 'muted num' : 'bad num'}>
            {call.outcome.ok ? call.outcome.value.status : i18n.t('page.failed')}
          </span>
          <code class="clip">{`${call.draft.method} ${call.path}`}</code>
        </button>
      ))}
    </nav>
  );
}

function isGood({ outcome, userId }: PastCall): boolean {
  return outcome.ok && explainResponse(outcome.value, userId) === null;
}
