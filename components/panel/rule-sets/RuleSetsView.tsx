import type { ComponentChildren } from 'preact';
import { pipelineLabel } from '#components/i18n/pipeline-label.ts';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { useKeptFocus } from '#components/kit/kept-focus.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import { pipelineNames } from '#core/rules/ingestion/ingestion-profiles';
import { type SwitchableRuleSet, switchableRuleSets } from '#core/rules/rule-set-names';
import { isRuleSetOn, type RuleSettings, withRuleSet } from '#core/rules/rule-settings';
import { i18n } from '#i18n';
import { AddSchemas } from './AddSchemas';
import { ImportedSetRows } from './ImportedSetRows';
import { PipelineNumbersSection } from './pipeline/PipelineNumbersSection';
import { PolicySection } from './policy/PolicySection';
import { EMPTY_TALLY, type RuleSetTally, tallyRuleSets } from './rule-set-tally';
import { TallyCells } from './TallyCells';
import './rule-sets-view.css';

/** The rule sets: which are active, their verdicts on the listed events, and their most frequent findings. */
export function RuleSetsView() {
  const ruleSettings = useStore(rulesSetting);
  const { records } = useEventList();
  const root = useKeptFocus<HTMLElement>();
  // Subscribes to the records: `all` creates no subscription.
  void records.current.value;
  const tallies = tallyRuleSets(records.all());
  return (
    <main class="rule-sets" ref={root}>
      <header>
        <h2>{i18n.t('ruleSets.title')}</h2>
        <p class="muted">{i18n.t('ruleSets.intro')}</p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{i18n.t('ruleSets.ruleSet')}</th>
            <th scope="col" class="number">
              {i18n.t('ruleSets.checked')}
            </th>
            <th scope="col" class="number">
              {i18n.t('ruleSets.withFindings')}
            </th>
            <th scope="col" class="number">
              {i18n.t('ruleSets.withErrors')}
            </th>
            <th scope="col">{i18n.t('ruleSets.frequent')}</th>
          </tr>
        </thead>
        <tbody>
          {switchableRuleSets.map((id) => (
            <RuleSetRow
              key={id}
              id={id}
              tally={isRuleSetOn(ruleSettings.value, id) ? (tallies.get(id) ?? EMPTY_TALLY) : null}
            >
              <CheckBox
                checked={isRuleSetOn(ruleSettings.value, id)}
                onChange={(isOn) => ruleSettings.set(withRuleSet(ruleSettings.peek(), id, isOn))}
              >
                {i18n.t(`ruleSets.name.${id}`)}
              </CheckBox>
              {id === 'ingestion' && <PipelineField ruleSettings={ruleSettings.value} onSelect={ruleSettings.set} />}
            </RuleSetRow>
          ))}
          <RuleSetRow id="entity" tally={tallies.get('entity') ?? null}>
            <span class="always">{i18n.t('ruleSets.name.entity')}</span>
          </RuleSetRow>
          <ImportedSetRows tallies={tallies} />
        </tbody>
      </table>
      <p class="add">
        <AddSchemas />
      </p>
      <PipelineNumbersSection />
      <PolicySection />
    </main>
  );
}

interface PipelineFieldProps {
  readonly ruleSettings: RuleSettings;
  readonly onSelect: (ruleSettings: RuleSettings) => void;
}

function PipelineField({ ruleSettings, onSelect }: PipelineFieldProps) {
  return (
    <SelectBox
      name={i18n.t('ruleSets.pipeline.title')}
      value={ruleSettings.pipeline}
      options={pipelineNames.map((name) => [name, pipelineLabel(name)] as const)}
      onSelect={(pipeline) => onSelect({ ...ruleSettings, pipeline })}
    />
  );
}

interface RuleSetRowProps {
  readonly id: SwitchableRuleSet | 'entity';
  /** Null if the rule set is inactive. */
  readonly tally: RuleSetTally | null;
  readonly children: ComponentChildren;
}

function RuleSetRow({ id, tally, children }: RuleSetRowProps) {
  return (
    <tr>
      <th scope="row">
        <div class="switches">{children}</div>
        <small class="muted">{i18n.t(`ruleSets.about.${id}`)}</small>
      </th>
      {tally === null ? (
        <td colSpan={4} class="muted">
          {i18n.t(id === 'entity' ? 'ruleSets.noEntity' : 'ruleSets.off')}
        </td>
      ) : (
        <TallyCells id={id} tally={tally} />
      )}
    </tr>
  );
}
