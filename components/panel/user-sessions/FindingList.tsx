import { formatNumber } from '#components/i18n/count-text.ts';
import { findingText, severityLabel } from '#components/i18n/finding-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { severityTones } from '#components/kit/severity-tone.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { findingKey } from '#core/user-sessions/finding-journal';
import { i18n } from '#i18n';
import type { UserSessionFinding } from './listed-sessions';
import './event-session.css';

/** Users would not read more findings. */
const MAX_LISTED_FINDINGS = 50;

interface FindingListProps {
  readonly name: string;
  readonly findings: readonly UserSessionFinding[];
  readonly onShow: (row: number) => void;
}

/** The findings of the audit of user sessions, each with links to its rows. */
export function FindingList({ name, findings, onShow }: FindingListProps) {
  const { records } = useEventList();
  if (findings.length === 0) return null;
  const unlistedCount = findings.length - MAX_LISTED_FINDINGS;
  return (
    <ul class="session-findings" aria-label={name}>
      {findings.slice(0, MAX_LISTED_FINDINGS).map((finding) => (
        <li key={findingKey(finding)}>
          <Icon name={finding.severity === 'error' ? 'invalid' : 'notice'} tone={severityTones[finding.severity]} />
          <span class="visually-hidden">{severityLabel(finding.severity)}</span> {findingText(finding)}{' '}
          {finding.rows.map((row) => (
            <button type="button" key={row} onClick={() => onShow(row)}>
              {i18n.t('compare.row', { n: formatNumber(records.numberOf(row) ?? 0) })}
            </button>
          ))}
        </li>
      ))}
      {unlistedCount > 0 && (
        <li>{i18n.t('userSessions.moreFindings', unlistedCount, { n: formatNumber(unlistedCount) })}</li>
      )}
    </ul>
  );
}
