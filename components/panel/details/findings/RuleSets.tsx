import { ruleSetTitle } from '#components/i18n/finding-text.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { Finding, RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';

interface RuleSetsProps {
  readonly ruleSets: readonly RuleSetId[];
  readonly findings: readonly Finding[];
}

/** Which rules looked at the event, in one line, the content ones too. */
export function RuleSets({ ruleSets, findings }: RuleSetsProps) {
  return (
    <ul class="rulesets" aria-label={i18n.t('detail.ruleSets')}>
      {ruleSets.map((ruleSet) => (
        <li key={ruleSet}>
          <RuleSetState ruleSet={ruleSet} findings={findings.filter((finding) => finding.ruleSet === ruleSet)} />
        </li>
      ))}
    </ul>
  );
}

function RuleSetState({ ruleSet, findings }: { readonly ruleSet: RuleSetId; readonly findings: readonly Finding[] }) {
  if (findings.length === 0) {
    return (
      <StatusLabel icon="valid" tone="calm">
        {ruleSetTitle(ruleSet)}
      </StatusLabel>
    );
  }
  const wrong = findings.some((finding) => finding.severity === 'error');
  return (
    <StatusLabel icon={wrong ? 'invalid' : 'notice'} tone={wrong ? 'bad' : 'warn'}>
      {ruleSetTitle(ruleSet)} {findings.length}
    </StatusLabel>
  );
}
