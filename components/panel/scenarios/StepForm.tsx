import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { readStep } from '#core/scenarios/read-step';
import { DEFAULT_TIMEOUT_MS, type FieldTest, type Step } from '#core/scenarios/scenario';
import { copySample } from '#core/telemetry/draft';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { toSentence } from '#core/util/issue-sentences';
import { i18n } from '#i18n';
import { ArgumentsForm } from './ArgumentsForm';

interface StepFormProps {
  readonly step: Step;
  /** Called with each valid step. An incomplete step stays in the form, with its errors. */
  readonly onChange: (step: Step) => void;
}

/** The fields of one step. */
export function StepForm({ step, onChange }: StepFormProps) {
  return <div class="step-form">{renderFields(step, onChange)}</div>;
}

function renderFields(step: Step, onChange: (step: Step) => void) {
  switch (step.type) {
    case 'fire':
      return (
        <>
          <KindField kind={step.kind} onChange={(kind) => onChange({ ...step, kind, args: copySample(kind) })} />
          <ArgumentsField key={step.kind} step={step} onChange={onChange} />
        </>
      );
    case 'wait-for':
      return (
        <>
          <StepTextField
            label={i18n.t('scenarios.filter')}
            value={step.filter}
            onText={(text) => applyStep(readStep(step, 'filter', text), onChange)}
          />
          <WithinField step={step} onChange={onChange} />
        </>
      );
    case 'wait':
      return (
        <StepTextField
          label={i18n.t('scenarios.milliseconds')}
          value={`${step.ms}`}
          onText={(text) => applyStep(readStep(step, 'ms', text, 'json'), onChange)}
        />
      );
    case 'expect-kind':
      return (
        <>
          <KindField kind={step.kind} onChange={(kind) => onChange({ ...step, kind })} />
          <WithinField step={step} onChange={onChange} />
        </>
      );
    case 'expect-field':
      return <ExpectFieldFields step={step} onChange={onChange} />;
    case 'expect-count':
      return <ExpectCountFields step={step} onChange={onChange} />;
    case 'expect-no-invalid':
      return <p class="muted">{i18n.t('scenarios.noFields')}</p>;
  }
}

interface ArgumentsFieldProps {
  readonly step: Extract<Step, { type: 'fire' }>;
  readonly onChange: (step: Step) => void;
}

/** The arguments of a call, as a form or as JSON. Both start with the arguments of the step. */
function ArgumentsField({ step, onChange }: ArgumentsFieldProps) {
  const [isJson, setJson] = useState(false);
  const value = JSON.stringify(step.args, null, 2);
  const onText = (text: string) => applyStep(readStep(step, 'args', text, 'json'), onChange);
  return (
    <>
      {isJson ? (
        <StepTextField label={i18n.t('scenarios.arguments')} value={value} rows={10} onText={onText} />
      ) : (
        <ArgumentsForm kind={step.kind} text={value} onText={onText} />
      )}
      <p>
        <Button appearance="text" onClick={() => setJson(!isJson)}>
          {i18n.t(isJson ? 'scenarios.editAsForm' : 'scenarios.editAsJson')}
        </Button>
      </p>
    </>
  );
}

type StepResult = ReturnType<typeof readStep>;

/** Reports a valid step. Returns the error of an invalid step, or `null`. */
function applyStep(result: StepResult, onChange: (step: Step) => void): string | null {
  if (!result.ok) return toSentence(messageText(result.failure));
  onChange(result.value);
  return null;
}

interface StepTextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly rows?: number;
  /** Returns the error of the text, or `null` if the text was accepted. */
  readonly onText: (text: string) => string | null;
}

/** A text field that preserves invalid input while the user types, with the problem below it. */
function StepTextField({ label, value, rows, onText }: StepTextFieldProps) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const handleInput = (next: string) => {
    setText(next);
    setProblem(onText(next));
  };
  return (
    <TextField
      label={label}
      value={text}
      onInput={handleInput}
      rows={rows}
      isCode
      error={problem ?? undefined}
      announcesError
    />
  );
}

interface LabeledControlProps {
  readonly label: string;
  readonly control: (id: string) => ComponentChildren;
}

function LabeledControl({ label, control }: LabeledControlProps) {
  const id = useId();
  return (
    <div class="text-field">
      <label for={id}>{label}</label>
      {control(id)}
    </div>
  );
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onSelect: (value: Value) => void;
}

function SelectField<Value extends string>({ label, value, options, onSelect }: SelectFieldProps<Value>) {
  const control = (id: string) => <SelectBox id={id} value={value} options={options} onSelect={onSelect} />;
  return <LabeledControl label={label} control={control} />;
}

function KindField({ kind, onChange }: { readonly kind: EventKind; readonly onChange: (kind: EventKind) => void }) {
  const options = eventKinds.map((option) => [option, option.toUpperCase()] as const);
  return <SelectField label={i18n.t('scenarios.kind')} value={kind} options={options} onSelect={onChange} />;
}

type StepWithTimeout = Extract<Step, { within?: number | undefined }>;

function WithinField({ step, onChange }: { readonly step: StepWithTimeout; readonly onChange: (step: Step) => void }) {
  return (
    <StepTextField
      label={i18n.t('scenarios.within')}
      value={`${step.within ?? DEFAULT_TIMEOUT_MS}`}
      onText={(text) => applyStep(readStep(step, 'within', text, 'json'), onChange)}
    />
  );
}

type FieldStep = Extract<Step, { type: 'expect-field' }>;

function ExpectFieldFields({ step, onChange }: { readonly step: FieldStep; readonly onChange: (step: Step) => void }) {
  return (
    <>
      <StepTextField
        label={i18n.t('scenarios.path')}
        value={step.path}
        onText={(text) => applyStep(readStep(step, 'path', text), onChange)}
      />
      <SelectField
        label={i18n.t('scenarios.test')}
        value={fieldTestType(step.is)}
        options={fieldTestTypes.map((test) => [test, i18n.t(`scenarios.tests.${test}`)] as const)}
        onSelect={(next) => onChange({ ...step, is: defaultFieldTests[next] })}
      />
      {'equals' in step.is && (
        <StepTextField
          label={i18n.t('scenarios.value')}
          value={JSON.stringify(step.is.equals)}
          onText={(text) => applyStep(readStep(step, 'is.equals', text, 'json'), onChange)}
        />
      )}
      {'matches' in step.is && (
        <StepTextField
          label={i18n.t('scenarios.pattern')}
          value={step.is.matches}
          onText={(text) => applyStep(readStep(step, 'is.matches', text), onChange)}
        />
      )}
    </>
  );
}

const fieldTestTypes = ['equals', 'matches', 'present', 'absent'] as const;

function fieldTestType(test: FieldTest): (typeof fieldTestTypes)[number] {
  if ('equals' in test) return 'equals';
  if ('matches' in test) return 'matches';
  return test.present ? 'present' : 'absent';
}

const defaultFieldTests: Readonly<Record<(typeof fieldTestTypes)[number], FieldTest>> = {
  equals: { equals: '' },
  matches: { matches: '.' },
  present: { present: true },
  absent: { present: false },
};

type CountStep = Extract<Step, { type: 'expect-count' }>;

function ExpectCountFields({ step, onChange }: { readonly step: CountStep; readonly onChange: (step: Step) => void }) {
  return (
    <>
      <StepTextField
        label={i18n.t('scenarios.filter')}
        value={step.filter}
        onText={(text) => applyStep(readStep(step, 'filter', text), onChange)}
      />
      <SelectField
        label={i18n.t('scenarios.compare')}
        value={step.compare ?? 'exactly'}
        options={comparisons.map(([value, key]) => [value, i18n.t(`scenarios.comparisons.${key}`)] as const)}
        onSelect={(compare) => onChange({ ...step, compare })}
      />
      <StepTextField
        label={i18n.t('scenarios.count')}
        value={`${step.count}`}
        onText={(text) => applyStep(readStep(step, 'count', text, 'json'), onChange)}
      />
      <WithinField step={step} onChange={onChange} />
    </>
  );
}

const comparisons = [
  ['exactly', 'exactly'],
  ['at least', 'atLeast'],
  ['at most', 'atMost'],
] as const;
