import type { ComponentChildren } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { shortFindingText } from '#components/i18n/finding-text.ts';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { ruleChoiceSetting } from '#components/panel/event-list/judging/chosen-rule-sets.ts';
import { type PipelineName, pipelineNames } from '#core/rules/ingestion/ingestion-profiles';
import { isRuleSetOn, type RuleChoice, withRuleSet } from '#core/rules/rule-choice';
import { ruleSetNames } from '#core/rules/rule-set-names';
import type { BuiltInRuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { type FrequentFinding, type RuleSetTally, tallyRuleSets } from './rule-set-tally';
import './rule-sets-view.css';

/** The rule sets: which are on, what each says of the events that are listed, and its most frequent findings. */
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
          {ruleSetNames.map((id) => (
            <RuleSetRow
              key={id}
              id={id}
              tally={isRuleSetOn(choice.value, id) ? (tallies.get(id) ?? NOTHING_CHECKED) : null}
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
        </tbody>
      </table>
    </main>
  );
}

const NOTHING_CHECKED: RuleSetTally = { checked: 0, withFindings: 0, withErrors: 0, frequent: [] };

interface PipelineChoiceProps {
  readonly choice: RuleChoice;
  readonly onChoose: (choice: RuleChoice) => void;
}

function PipelineChoice({ choice, onChoose }: PipelineChoiceProps) {
  const names: Readonly<Record<PipelineName, string>> = {
    'sunbird-2019': i18n.t('ruleSets.pipeline.sunbird2019'),
    'sunbird-5.0': i18n.t('ruleSets.pipeline.sunbird5'),
    'obsrv-2': i18n.t('ruleSets.pipeline.obsrv2'),
  };
  return (
    <SelectBox
      name={i18n.t('ruleSets.pipeline.title')}
      value={choice.pipeline}
      options={pipelineNames.map((name) => [name, names[name]] as const)}
      onChoose={(pipeline) => onChoose({ ...choice, pipeline })}
    />
  );
}

interface RuleSetRowProps {
  readonly id: BuiltInRuleSetId;
  /** Null where the rule set is off. */
  readonly tally: RuleSetTally | null;
  readonly children: ComponentChildren;
}

function RuleSetRow({ id, tally, children }: RuleSetRowProps) {
  const { filter } = useEventList();
  const { view } = useApp();
  const show = (query: string) => {
    filter.setQuery(query);
    view.value = 'events';
  };
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
        <>
          <td class="number" data-label={i18n.t('ruleSets.checked')}>
            {formatNumber(tally.checked)}
          </td>
          <td class="number" data-label={i18n.t('ruleSets.withFindings')}>
            {tally.withFindings === 0 ? (
              formatNumber(0)
            ) : (
              <button
                type="button"
                class="link"
                title={i18n.t('ruleSets.showEvents')}
                onClick={() => show(`rule:${id}`)}
              >
                {formatNumber(tally.withFindings)}
              </button>
            )}
          </td>
          <td class="number" data-label={i18n.t('ruleSets.withErrors')}>
            {formatNumber(tally.withErrors)}
          </td>
          <td>
            <FrequentFindings id={id} frequent={tally.frequent} onShow={show} />
          </td>
        </>
      )}
    </tr>
  );
}

interface FrequentFindingsProps {
  readonly id: BuiltInRuleSetId;
  readonly frequent: readonly FrequentFinding[];
  readonly onShow: (query: string) => void;
}

function FrequentFindings({ id, frequent, onShow }: FrequentFindingsProps) {
  if (frequent.length === 0) return <span class="muted">{i18n.t('ruleSets.none')}</span>;
  return (
    <ul>
      {frequent.map(({ finding, kind, count }, index) => (
        <li key={String(index)}>
          <button
            type="button"
            class="link"
            title={i18n.t('ruleSets.showEvents')}
            onClick={() => onShow(`rule:${id} rule:${finding.code}${kind === null ? '' : ` kind:${kind}`}`)}
          >
            {shortFindingText(finding)}
          </button>{' '}
          <span class="muted">× {formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
