import type { ComponentChildren } from 'preact';
import { pipelineLabel } from '#components/i18n/pipeline-label.ts';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { ruleChoiceSetting } from '#components/panel/event-list/judging/chosen-rule-sets.ts';
import { pipelineNames } from '#core/rules/ingestion/ingestion-profiles';
import { isRuleSetOn, type RuleChoice, withRuleSet } from '#core/rules/rule-choice';
import { type SwitchedRuleSet, switchedRuleSets } from '#core/rules/rule-set-names';
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
  const choice = useStore(ruleChoiceSetting);
  const { records } = useEventList();
  void records.current.value;
  const tallies = tallyRuleSets(records.all());
  return (
    <main class="rule-sets">
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
          {switchedRuleSets.map((id) => (
            <RuleSetRow
              key={id}
              id={id}
              tally={isRuleSetOn(choice.value, id) ? (tallies.get(id) ?? EMPTY_TALLY) : null}
            >
              <CheckBox
                checked={isRuleSetOn(choice.value, id)}
                onChange={(isOn) => choice.set(withRuleSet(choice.peek(), id, isOn))}
              >
                {i18n.t(`ruleSets.name.${id}`)}
              </CheckBox>
              {id === 'ingestion' && <PipelineChoice choice={choice.value} onChoose={choice.set} />}
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

interface PipelineChoiceProps {
  readonly choice: RuleChoice;
  readonly onChoose: (choice: RuleChoice) => void;
}

function PipelineChoice({ choice, onChoose }: PipelineChoiceProps) {
  return (
    <SelectBox
      name={i18n.t('ruleSets.pipeline.title')}
      value={choice.pipeline}
      options={pipelineNames.map((name) => [name, pipelineLabel(name)] as const)}
      onChoose={(pipeline) => onChoose({ ...choice, pipeline })}
    />
  );
}

interface RuleSetRowProps {
  readonly id: SwitchedRuleSet | 'entity';
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
