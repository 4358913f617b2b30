import { useSignal } from '@preact/signals';
import { pipelineLabel } from '#components/i18n/pipeline-label.ts';
import { Button } from '#components/kit/Button.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { type PipelineLimits, pipelineLimitNames } from '#core/rules/ingestion/pipeline-numbers';
import { withPipelineLimit } from '#core/rules/rule-settings';
import { i18n } from '#i18n';
import { CommitField } from '../CommitField';
import { formatPipelineNumber, parsePipelineNumber, unitSymbols } from './pipeline-number-text';
import './pipeline-limits.css';

/** The sizes, windows and age of the pipeline, which a deployment may have changed. */
export function PipelineNumbersSection() {
  const ruleSettings = useStore(rulesSetting);
  const { pipeline, pipelineSettings } = ruleSettings.value;
  const defaults = defaultPipelineSettings[pipeline];
  const isChanged = Object.keys(pipelineSettings).length > 0;
  return (
    <section class="policy pipeline-numbers" aria-label={i18n.t('ruleSets.pipeline.numbers')}>
      <h3>{i18n.t('ruleSets.pipeline.numbers')}</h3>
      <p class="muted">{i18n.t('ruleSets.pipeline.numbersIntro', { pipeline: pipelineLabel(pipeline) })}</p>
      <div class="fields">
        {pipelineLimitNames.map((name) => {
          const ownValue = pipelineSettings[name];
          const value = ownValue === undefined ? defaults[name] : ownValue;
          return (
            <PipelineNumberField
              key={`${name} ${value}`}
              name={name}
              value={value}
              defaultValue={defaults[name]}
              onChange={(number) => ruleSettings.set(withPipelineLimit(ruleSettings.peek(), name, number))}
            />
          );
        })}
      </div>
      {isChanged && (
        <Button onClick={() => ruleSettings.set({ ...ruleSettings.peek(), pipelineSettings: {} })}>
          {i18n.t('ruleSets.pipeline.reset', { pipeline: pipelineLabel(pipeline) })}
        </Button>
      )}
    </section>
  );
}

interface PipelineNumberFieldProps {
  readonly name: keyof PipelineLimits;
  readonly value: number | null;
  /** The pipeline's default. */
  readonly defaultValue: number | null;
  /** Called with `undefined` for the pipeline's default. */
  readonly onChange: (value: number | null | undefined) => void;
}

/** A field for a number. Blur or Enter applies the number. */
function PipelineNumberField({ name, value, defaultValue, onChange }: PipelineNumberFieldProps) {
  const savedText = formatPipelineNumber(name, value);
  const input = useSignal(savedText);
  const isInvalid = useSignal(false);
  const commit = () => {
    if (input.value === savedText) {
      isInvalid.value = false;
      return;
    }
    const number = parsePipelineNumber(name, input.value);
    isInvalid.value = number === undefined;
    if (number === undefined) return;
    input.value = formatPipelineNumber(name, number);
    if (number !== value) onChange(number === defaultValue ? undefined : number);
  };
  const defaultText = formatPipelineNumber(name, defaultValue) || i18n.t('ruleSets.pipeline.none');
  return (
    <div>
      <CommitField
        label={i18n.t(`ruleSets.pipeline.number.${name}`)}
        input={input}
        placeholder={name === 'maxAgeMonths' ? i18n.t('ruleSets.pipeline.none') : defaultText}
        error={isInvalid.value ? problemText(name) : undefined}
        announcesError
        onCommit={commit}
      />
      {value !== defaultValue && (
        <small class="muted">{i18n.t('ruleSets.pipeline.changedFrom', { own: defaultText })}</small>
      )}
    </div>
  );
}

function problemText(name: keyof PipelineLimits): string {
  return name === 'maxAgeMonths'
    ? i18n.t('ruleSets.pipeline.noMonths')
    : i18n.t('ruleSets.pipeline.noNumber', { units: unitSymbols(name).join(', ') });
}
