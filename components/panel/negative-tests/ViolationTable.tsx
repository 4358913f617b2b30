import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { severityTones } from '#components/kit/severity-tone.ts';
import type { Violation } from '#core/negative-tests/violation';
import { i18n } from '#i18n';
import { notCheckableReason, type RunOutcome, type ViolationRunner, type ViolationState } from './violation-runner';
import { describeExpectedFinding, describeFinding, describeMutation } from './violation-table-text';

interface ViolationTableProps {
  readonly violations: readonly Violation[];
  readonly runner: ViolationRunner;
  readonly canFire: boolean;
  readonly onFire: (violation: Violation) => void;
  readonly onShow: (row: number) => void;
}

const columns = ['violation', 'expected', 'sdk', 'validator', 'ingestion', 'collector'] as const;

/** Tooltips of columns whose names need an explanation. */
const hints = (): Partial<Record<(typeof columns)[number], string>> => ({
  ingestion: i18n.t('violations.ingestionHint'),
  collector: i18n.t('violations.collectorHint'),
});

/** One row per violation: one tab stop, arrows move inside, Enter fires. */
export function ViolationTable({ violations, runner, canFire, onFire, onShow }: ViolationTableProps) {
  const focused = useSignal(0);
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const to = targetOf(event.key, focused.value, violations.length - 1);
    if (to === null) return;
    event.preventDefault();
    focused.value = to;
    event.currentTarget.querySelectorAll<HTMLElement>('[data-fire]')[to]?.focus();
  };
  return (
    <section class="violations-table" aria-label={i18n.t('violations.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{i18n.t('violations.fire')}</span>
            </th>
            {columns.map((name) => (
              <th key={name} class={`c-${name}`} scope="col" title={hints()[name]}>
                {i18n.t(`violations.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {violations.map((violation, index) => (
            <ViolationRow
              key={String(index)}
              violation={violation}
              state={runner.stateOf(violation)}
              canFire={canFire}
              tabStop={index === Math.min(focused.value, violations.length - 1)}
              onFocus={() => {
                focused.value = index;
              }}
              onFire={() => onFire(violation)}
              onShow={onShow}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const PAGE_ROWS = 10;

function targetOf(key: string, from: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE_ROWS,
    PageUp: from - PAGE_ROWS,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(last, to));
}

interface ViolationRowProps {
  readonly violation: Violation;
  readonly state: ViolationState;
  readonly canFire: boolean;
  readonly tabStop: boolean;
  readonly onFocus: () => void;
  readonly onFire: () => void;
  readonly onShow: (row: number) => void;
}

/**
 * A violation, its expected findings, and the four outcomes.
 * Rerendered only when one of them changed.
 */
function ViolationRow(props: ViolationRowProps) {
  return useMemo(() => <Row {...props} />, [props.violation, props.state, props.canFire, props.tabStop]);
}

function Row({ violation, state, canFire, tabStop, onFocus, onFire, onShow }: ViolationRowProps) {
  const mutation = describeMutation(violation.mutation);
  const severity = violation.expected.at(-1)?.severity;
  return (
    <tr>
      <td>
        <button
          type="button"
          class="tool inset"
          data-fire
          tabIndex={tabStop ? 0 : -1}
          aria-label={i18n.t('violations.fireOne', { mutation })}
          title={i18n.t('violations.fireOneHint')}
          aria-disabled={!canFire}
          onFocus={onFocus}
          onClick={() => canFire && onFire()}
        >
          <Icon name="bolt" size={13} />
        </button>
      </td>
      <th scope="row">
        <code>{mutation}</code>
        <Folded state={state} />
      </th>
      <td>
        <StatusLabel icon={severity === 'error' ? 'invalid' : 'notice'} tone={severityTones[severity ?? 'error']}>
          <code>{describeExpectedFinding(violation).replace(/^(error|notice) /, '')}</code>
        </StatusLabel>
      </td>
      <Outcomes state={state} onShow={onShow} />
    </tr>
  );
}

function Outcomes({ state, onShow }: Pick<ViolationRowProps, 'state' | 'onShow'>) {
  if (state.status !== 'seen') {
    return (
      <>
        <td class="c-sdk">{openCell(state)}</td>
        <td class="muted">{statusLabel(state)}</td>
        <td class="c-ingestion muted">{statusLabel(state)}</td>
        <td class="muted">{statusLabel(state)}</td>
      </>
    );
  }
  return (
    <>
      <OutcomeCell outcome={state.sdk} className="c-sdk" />
      <td>
        <Verdict state={state} onShow={onShow} />
      </td>
      <OutcomeCell outcome={state.ingestion} className="c-ingestion" />
      <OutcomeCell outcome={state.collector} />
    </>
  );
}

type NotSeen = Exclude<ViolationState, { status: 'seen' }>;

/** Explains why the SDK emitted no event, or that the violation was not fired yet. */
function openCell(state: NotSeen) {
  if (state.status !== 'not-seen') return <span class="muted">{statusLabel(state)}</span>;
  return (
    <StatusLabel icon="invalid" tone="error">
      {state.message}
    </StatusLabel>
  );
}

function statusLabel({ status }: NotSeen): string {
  if (status === 'not-seen') return i18n.t('violations.noEvent');
  return i18n.t(status === 'no-record' ? 'violations.fired' : 'negativeTests.cell.notFired');
}

/** Contents of the columns that a narrow table hides. */
function Folded({ state }: Pick<ViolationRowProps, 'state'>) {
  if (state.status !== 'seen') return null;
  return (
    <small class="folded muted">
      {i18n.t('violations.folded', { sdk: state.sdk.text, ingestion: state.ingestion.text })}
    </small>
  );
}

type Seen = Extract<ViolationState, { status: 'seen' }>;

const comparisonViews = {
  'as-predicted': { key: 'violations.asExpected', icon: 'valid', tone: 'success' },
  'fixed-by-sdk': { key: 'violations.correctedBySdk', icon: 'valid', tone: 'success' },
  'not-checkable': { key: 'violations.notCheckable', icon: 'notice', tone: 'inherit' },
  different: { key: 'violations.mismatch', icon: 'invalid', tone: 'error' },
} as const;

function Verdict({ state, onShow }: { readonly state: Seen; readonly onShow: (row: number) => void }) {
  const { comparison, record, validator, sdk } = state;
  const { key, icon, tone } = comparisonViews[comparison.status];
  return (
    <button
      type="button"
      class="link"
      title={i18n.t('violations.show', { found: validator })}
      onClick={() => onShow(record.row)}
    >
      <StatusLabel icon={icon} tone={tone} isSubtle={tone === 'success'}>
        {i18n.t(key)}
      </StatusLabel>
      {comparison.status === 'not-checkable' && <span class="muted">{notCheckableReason(comparison, sdk)}</span>}
      {comparison.status === 'different' && (
        <span class="error">
          {[
            ...comparison.missing.map((finding) =>
              i18n.t('negativeTests.missing', { finding: describeFinding(finding) }),
            ),
            ...comparison.unexpected.map((finding) =>
              i18n.t('negativeTests.unexpected', { finding: describeFinding(finding) }),
            ),
          ].join('; ')}
        </span>
      )}
    </button>
  );
}

function OutcomeCell({ outcome, className = '' }: { readonly outcome: RunOutcome; readonly className?: string }) {
  return (
    <td class={outcome.detection === 'detected' ? className : `${className} muted`} title={outcome.text}>
      <span class="two-lines">{outcome.text}</span>
    </td>
  );
}
