import { formatNumber } from '#components/i18n/count-text.ts';
import { formatDateTime, formatDuration } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { useEventList, useListSection } from '#components/panel/event-list/event-list.ts';
import { useShowEvents } from '#components/panel/event-list/show-events.ts';
import { sessionName } from '#core/user-sessions/session-finding';
import { hasRow } from '#core/user-sessions/session-outline';
import { i18n } from '#i18n';
import { FindingList } from './FindingList';
import { type ListedSession, listedSessions } from './listed-sessions';
import { endingTexts } from './session-texts';

/** A scroll container needs a tab stop, so that the keyboard can scroll it. */
const scrollable = { tabIndex: 0 } as const;

interface SessionNumbersProps {
  readonly session: ListedSession;
  /** `null` if there is no other session. */
  readonly onCompare: (() => void) | null;
}

/** The numbers of a session, as in the pipeline's summary event. */
export function SessionNumbers({ session: { number, summary }, onCompare }: SessionNumbersProps) {
  const showEvents = useShowEvents();
  const { view } = useApp();
  const list = useEventList();
  const { origin, start, end, timeSpent, timeDiff, pages, interactEventsCount, itemResponses, endedBy } = summary;
  const { findings } = useListSection(listedSessions);
  const ownFindings = findings.value.filter(({ countedRow }) => countedRow !== null && hasRow(summary, countedRow));
  const outsideFindings = findings.value.filter(({ countedRow }) => countedRow === null);
  const show = (row: number): void => {
    view.value = 'events';
    list.show(row);
  };
  const formatSeconds = (value: number) => formatDuration(value * 1_000);
  const facts: readonly (readonly [label: string, value: string])[] = [
    [i18n.t('userSessions.start'), formatDateTime(start)],
    [i18n.t('userSessions.end'), formatDateTime(end)],
    [i18n.t('userSessions.timeSpent'), formatSeconds(timeSpent)],
    [i18n.t('userSessions.timeDiff'), formatSeconds(timeDiff)],
    [i18n.t('userSessions.interactions'), formatNumber(interactEventsCount)],
    [i18n.t('userSessions.pages'), formatNumber(pages.length)],
    [i18n.t('userSessions.itemResponses'), formatNumber(itemResponses)],
    [i18n.t('userSessions.endedBy'), endingTexts()[endedBy]],
    [i18n.t('userSessions.origin'), [origin.producer, origin.channel, origin.did].filter(Boolean).join(' · ') || '–'],
  ];
  return (
    <section
      class="numbers"
      {...scrollable}
      aria-label={i18n.t('userSessions.numbersOf', { session: sessionName(summary) })}
    >
      <h2>
        {sessionName(summary)}
        <Button appearance="text" onClick={() => showEvents(`user-session:${number}`)}>
          {i18n.t('userSessions.showEvents')}
        </Button>
        <Button appearance="text" onClick={() => show(summary.firstRow)}>
          {i18n.t('userSessions.showFirst')}
        </Button>
        <Button
          appearance="text"
          title={i18n.t('userSessions.compareHint')}
          unavailable={onCompare === null ? i18n.t('userSessions.compareOnly') : null}
          onClick={() => onCompare?.()}
        >
          {i18n.t('compare.selected')}
        </Button>
      </h2>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <FindingList name={i18n.t('detail.findings')} findings={ownFindings} onShow={show} />
      {outsideFindings.length > 0 && <h3>{i18n.t('userSessions.outside')}</h3>}
      <FindingList name={i18n.t('userSessions.outside')} findings={outsideFindings} onShow={show} />
    </section>
  );
}
