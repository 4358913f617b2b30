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
 * Renders nothing without a session and findings.
 */
export function EventSession({ record: { row } }: { readonly record: JudgedRecord }) {
  const { view } = useApp();
  const list = useEventList();
  const { sessions, findings, selected, isAudited, positionOf } = useListSection(listedSessions);
  const currentSessions = sessions.value;
  // A dependency, because the position may change with the sessions.
  const position = useMemo(() => positionOf(row), [positionOf, row, currentSessions]);
  // If the rule set is active, the details list a finding among the own findings of its first row.
  const minIndex = isAudited.value ? 1 : 0;
  const shownFindings = findings.value.filter(({ rows }) => rows.indexOf(row) >= minIndex);
  if (position === null && shownFindings.length === 0) return null;
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
      <FindingList name={i18n.t('userSessions.title')} findings={shownFindings} onShow={list.show} />
    </div>
  );
}
