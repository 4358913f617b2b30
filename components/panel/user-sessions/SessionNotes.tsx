import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { useListSection } from '#components/panel/event-list/event-list.ts';
import { ruleChoiceSetting } from '#components/panel/event-list/judging/chosen-rule-sets.ts';
import { useShowEvents } from '#components/panel/event-list/show-events.ts';
import { isRuleSetOn, withRuleSet } from '#core/rules/rule-choice';
import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { listedSessions } from './listed-sessions';

/** Notes on events that the sessions omit, and on findings that are not in the list. */
export function SessionNotes() {
  return (
    <div class="session-notes">
      <RefusedNote />
      <UncountedNote />
    </div>
  );
}

/** Without the kinds that sessions never count. */
const REFUSED_QUERY = 'fate:dropped -kind:log,audit,search';

/**
 * The number of events that the pipeline would reject.
 * A link shows them, and a switch counts them. Renders nothing if there are none.
 */
function RefusedNote() {
  const show = useShowEvents();
  const { refused, countsRefused } = useListSection(listedSessions);
  const count = refused.value;
  if (count === 0) return null;
  const isCounted = countsRefused.value;
  return (
    <p>
      {i18n.t(isCounted ? 'userSessions.refusedCounted' : 'userSessions.refused', count, { n: formatNumber(count) })}{' '}
      <Button appearance="text" onClick={() => show(REFUSED_QUERY)}>
        {i18n.t('userSessions.showRefused')}
      </Button>
      <Button
        appearance="text"
        onClick={() => {
          countsRefused.value = !isCounted;
        }}
      >
        {i18n.t(isCounted ? 'userSessions.leaveOut' : 'userSessions.count')}
      </Button>
    </p>
  );
}

/** Notes that findings are in no row and chip while their rule set is inactive, with a switch for it. */
function UncountedNote() {
  const choice = useStore(ruleChoiceSetting);
  const count = useListSection(listedSessions).findings.value.length;
  if (count === 0 || isRuleSetOn(choice.value, SESSION_RULE_SET)) return null;
  return (
    <p>
      {i18n.t('userSessions.uncounted', count, { n: formatNumber(count) })}{' '}
      <Button appearance="text" onClick={() => choice.set(withRuleSet(choice.peek(), SESSION_RULE_SET, true))}>
        {i18n.t('userSessions.turnOn')}
      </Button>
    </p>
  );
}
