import { formatNumber } from '#components/i18n/count-text.ts';
import { formatDuration } from '#components/i18n/format.ts';
import { sessionName } from '#core/user-sessions/session-finding';
import { countEvents } from '#core/user-sessions/user-session-summary';
import { i18n } from '#i18n';
import type { ListedSession } from './listed-sessions';
import { endingTexts } from './session-texts';

/** The two compared sessions. */
export interface ComparedSides {
  readonly one: ListedSession;
  readonly other: ListedSession;
}

/** The numbers of both summaries, and the difference between them. */
export function ComparedNumbers({ one, other }: ComparedSides) {
  const facts = compareNumbers(one, other);
  const names = [sessionName(one.summary), sessionName(other.summary)];
  return (
    <div class="both-numbers" {...scrollable}>
      <table>
        <thead>
          <tr>
            <th scope="col">{i18n.t('userSessions.session')}</th>
            {facts.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, side) => (
            <tr key={String(side)}>
              <th scope="row">
                <span class="side">{formatNumber(side + 1)}</span> {name}
              </th>
              {facts.map(({ label, values }) => (
                <td key={label}>{values[side]}</td>
              ))}
            </tr>
          ))}
          <tr class="differences">
            <th scope="row">{i18n.t('userSessions.difference')}</th>
            {facts.map(({ label, difference }) => (
              <td key={label}>
                {difference === '' ? <span class="muted">{i18n.t('userSessions.same')}</span> : <b>{difference}</b>}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** A scroll container needs a tab stop, so that the keyboard can scroll it. */
const scrollable = { tabIndex: 0 } as const;

interface ComparedNumber {
  readonly label: string;
  readonly values: readonly [string, string];
  /** Empty if there is no difference. */
  readonly difference: string;
}

function compareNumbers(first: ListedSession, second: ListedSession): readonly ComparedNumber[] {
  const [one, two] = [first.summary, second.summary];
  const compare = (label: string, values: readonly [number, number], format: (value: number) => string) => {
    const difference = values[1] - values[0];
    const sign = difference > 0 ? '+' : '−';
    return {
      label,
      values: [format(values[0]), format(values[1])] as const,
      difference: difference === 0 ? '' : `${sign}${format(Math.abs(difference))}`,
    };
  };
  const formatSeconds = (value: number) => formatDuration(value * 1_000);
  const endings = endingTexts();
  return [
    compare(i18n.t('userSessions.timeSpent'), [one.timeSpent, two.timeSpent], formatSeconds),
    compare(i18n.t('userSessions.timeDiff'), [one.timeDiff, two.timeDiff], formatSeconds),
    compare(i18n.t('list.title'), [countEvents(one), countEvents(two)], formatNumber),
    compare(i18n.t('userSessions.interactions'), [one.interactEventsCount, two.interactEventsCount], formatNumber),
    compare(i18n.t('userSessions.pages'), [one.pages.length, two.pages.length], formatNumber),
    compare(i18n.t('userSessions.itemResponses'), [one.itemResponses, two.itemResponses], formatNumber),
    compare(i18n.t('detail.findings'), [first.findings, second.findings], formatNumber),
    {
      label: i18n.t('userSessions.endedBy'),
      values: [endings[one.endedBy], endings[two.endedBy]],
      difference: one.endedBy === two.endedBy ? '' : i18n.t('compare.changed'),
    },
  ];
}
