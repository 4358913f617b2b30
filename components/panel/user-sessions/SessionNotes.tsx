import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { useListSection } from '#components/panel/event-list/event-list.ts';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import { useShowEvents } from '#components/panel/event-list/show-events.ts';
import { isRuleSetOn, withRuleSet } from '#core/rules/rule-settings';
import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { listedSessions } from './listed-sessions';

/** Notes on events that the sessions omit, and on findings that the list of events does not show. */
export function SessionNotes() {
  return (
    <div class="session-notes">
      <RejectedNote />
      <UncountedNote />
    </div>
  );
}

/** Excludes the kinds that sessions never count. */
const REJECTED_QUERY = 'fate:dropped -kind:log,audit,search';

/**
 * The number of events that the pipeline would reject, with a link to them and a switch that counts them.
 * Renders nothing without such events.
 */
function RejectedNote() {
  const show = useShowEvents();
  const { rejected, countsRejected } = useListSection(listedSessions);
  const count = rejected.value;
  if (count === 0) return null;
  const isCounted = countsRejected.value;
  return (
    <p>
      {i18n.t(isCounted ? 'userSessions.rejectedCounted' : 'userSessions.rejected', count, { n: formatNumber(count) })}{' '}
      <Button appearance="text" onClick={() => show(REJECTED_QUERY)}>
        {i18n.t('userSessions.showRejected')}
      </Button>
      <Button
        appearance="text"
        onClick={() => {
          countsRejected.value = !isCounted;
        }}
      >
        {i18n.t(isCounted ? 'userSessions.leaveOut' : 'userSessions.count')}
      </Button>
    </p>
  );
}

/** Notes that the list shows no session findings while their rule set is inactive, with a button that activates it. */
function UncountedNote() {
  const ruleSettings = useStore(rulesSetting);
  const count = useListSection(listedSessions).findings.value.length;
  if (count === 0 || isRuleSetOn(ruleSettings.value, SESSION_RULE_SET)) return null;
  return (
    <p>
      {i18n.t('userSessions.uncounted', count, { n: formatNumber(count) })}{' '}
      <Button
        appearance="text"
        onClick={() => ruleSettings.set(withRuleSet(ruleSettings.peek(), SESSION_RULE_SET, true))}
      >
        {i18n.t('userSessions.turnOn')}
      </Button>
    </p>
  );
}
