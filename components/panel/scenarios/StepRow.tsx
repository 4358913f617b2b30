import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import '#components/i18n/finding-text.ts';
import { formatShortDuration } from '#components/i18n/format.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { IconName } from '#components/kit/icon-paths.ts';
import type { Tone } from '#components/kit/tone.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { StepState } from '#core/scenarios/run-state';
import type { Step } from '#core/scenarios/scenario';
import { messageForStep, withRowNumbers } from '#core/scenarios/step-labels';
import { i18n } from '#i18n';
import { StepForm } from './StepForm';
import { scenarioStore } from './scenario-store';

interface StepRowProps {
  readonly step: Step;
  readonly number: number;
  /** State in the shown run, or null if the step has not run in its current form. */
  readonly state: StepState | null;
  readonly isTabStop: boolean;
  readonly isEditing: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onChange: (step: Step) => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
  readonly onShow: (row: number) => void;
}

/** A step: its action, its state, and its form while it is edited. */
export function StepRow(props: StepRowProps) {
  const { step, number, state, isTabStop, isEditing } = props;
  const { undoCount } = useStore(scenarioStore);
  const closeOnEscape = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // An unhandled Esc opens the drawer of DevTools.
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[data-step]')?.focus();
    props.onToggle();
  };
  return (
    <li class="step" data-status={state?.status ?? 'ahead'} onKeyDown={isEditing ? closeOnEscape : undefined}>
      <div class="step-line">
        <StepIcon state={state} />
        <span class="muted tabular step-number">{formatNumber(number)}</span>
        <button
          type="button"
          class="step-words inset"
          data-step
          aria-expanded={isEditing}
          tabIndex={isTabStop ? 0 : -1}
          title={i18n.t('scenarios.stepKeys')}
          onFocus={props.onFocus}
          onClick={props.onToggle}
        >
          {messageText(messageForStep(step))}
        </button>
        {state?.status === 'passed' && <StepMessage state={state} onShow={props.onShow} />}
        <StepTime state={state} />
        <span class="step-tools">
          <ToolButton small icon="up" name={i18n.t('scenarios.up', { n: number })} onClick={() => props.onMove(-1)} />
          <ToolButton
            small
            icon="down"
            name={i18n.t('scenarios.down', { n: number })}
            onClick={() => props.onMove(1)}
          />
          <ToolButton small icon="x" name={i18n.t('scenarios.removeStep', { n: number })} onClick={props.onRemove} />
        </span>
      </div>
      {state?.status !== 'passed' && <StepMessage state={state} onShow={props.onShow} />}
      {isEditing && <StepForm key={`${step.type} ${undoCount.value}`} step={step} onChange={props.onChange} />}
    </li>
  );
}

type Status = StepState['status'];

const icons: Readonly<Record<Status, readonly [icon: IconName, tone: Tone]>> = {
  ahead: ['waiting', 'muted'],
  running: ['waiting', 'info'],
  passed: ['valid', 'success'],
  failed: ['invalid', 'error'],
  stopped: ['notice', 'warning'],
};

const statusKeys = {
  ahead: 'notReached',
  running: 'running',
  passed: 'passed',
  failed: 'failed',
  stopped: 'stopped',
} as const satisfies Readonly<Record<Status, string>>;

export function StepIcon({ state }: { readonly state: StepState | null }) {
  const status = state?.status ?? 'ahead';
  const [icon, tone] = icons[status];
  return (
    <span
      class={state === null ? 'step-icon not-run' : 'step-icon'}
      title={i18n.t(`scenarios.states.${statusKeys[status]}`)}
    >
      <Icon name={icon} size={13} tone={tone} />
      <span class="visually-hidden">{i18n.t(`scenarios.states.${statusKeys[status]}`)}</span>
    </span>
  );
}

function StepTime({ state }: { readonly state: StepState | null }) {
  return (
    <span class="muted tabular step-time">{state && 'tookMs' in state ? formatShortDuration(state.tookMs) : ''}</span>
  );
}

/** The observed event of a passed step, or the difference from the expected event of a failed step. */
export function StepMessage({ state, onShow }: Pick<StepRowProps, 'state' | 'onShow'>) {
  const { numberOf } = useStore(liveListStore).records.current.value;
  if (state?.status === 'failed') return <StepFailure text={messageText(withRowNumbers(state.difference, numberOf))} />;
  if (state?.status !== 'passed' || state.details === '') return null;
  const { row } = state;
  const text = messageText(withRowNumbers(state.details, numberOf));
  if (row === null || numberOf(row) === null) return <p class="step-details muted truncate">{text}</p>;
  return (
    <p class="step-details muted truncate">
      <button type="button" class="link" title={i18n.t('scenarios.showEvent')} onClick={() => onShow(row)}>
        {text}
      </button>
    </p>
  );
}

/** The difference from the expected event. Scrolls into view when it appears, because the step may be far below. */
function StepFailure({ text }: { readonly text: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <p class="step-details error" role="alert" ref={line}>
      {text}
    </p>
  );
}
