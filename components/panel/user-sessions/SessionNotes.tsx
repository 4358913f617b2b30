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

/** What the sessions do not count, and where their findings do not. */
export function SessionNotes() {
  return (
    <div class="session-notes">
      <RefusedNote />
      <UncountedNote />
    </div>
  );
}

/** Kinds that no session counts, whatever becomes of them. */
const REFUSED_QUERY = 'fate:dropped -kind:log,audit,search';

/** How many events the pipeline would refuse, with a link to them, and whether they count; nothing where there are none. */
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

/** That findings are in no row and chip while their rule set is off, with a switch. */
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
