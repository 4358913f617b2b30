import { useMemo } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatDuration } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { useEventList, useListSection } from '#components/panel/event-list/event-list.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { sessionName } from '#core/user-sessions/session-finding';
import { i18n } from '#i18n';
import { FindingList } from './FindingList';
import { listedSessions } from './listed-sessions';
import { sessionKey } from './session-numbers';

/**
 * The user session of the open event, and the session's findings at this event.
 * Renders nothing if there are none.
 */
export function EventSession({ record: { row } }: { readonly record: JudgedRecord }) {
  const { view } = useApp();
  const list = useEventList();
  const { sessions, findings, selected, isAudited, positionOf } = useListSection(listedSessions);
  const listed = sessions.value;
  // Sessions are recomputed when their events change.
  const position = useMemo(() => positionOf(row), [positionOf, row, listed]);
  // If the rule set is active, findings about this event are already among the event's own findings.
  const from = isAudited.value ? 1 : 0;
  const found = findings.value.filter(({ rows }) => rows.indexOf(row) >= from);
  if (position === null && found.length === 0) return null;
  const open = (key: string): void => {
    selected.value = key;
    view.value = 'user-sessions';
  };
  return (
    <div class="event-session">
      {position && (
        <Button appearance="text" onClick={() => open(sessionKey(position.session))}>
          {i18n.t('userSessions.ofEvent', {
            session: sessionName(position.session),
            n: formatNumber(position.position),
            count: formatNumber(position.count),
            time: formatDuration(position.session.timeSpent * 1_000),
          })}
        </Button>
      )}
      <FindingList name={i18n.t('userSessions.title')} findings={found} onShow={list.show} />
    </div>
  );
}
