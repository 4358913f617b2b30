import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { severityTones } from '#components/kit/severity-tone.ts';
import { indexAfterKey } from '#components/panel/app/view-keys.ts';
import type { NegativeTest } from '#core/negative-tests/negative-test';
import { i18n } from '#i18n';
import {
  type NegativeTestRunner,
  type NegativeTestState,
  notCheckableReason,
  type RunOutcome,
} from './negative-test-runner';
import {
  describeFinding,
  describeMutation,
  describeWithoutSeverity,
  expectedFindingOf,
} from './negative-test-table-text';

interface NegativeTestTableProps {
  readonly negativeTests: readonly NegativeTest[];
  readonly runner: NegativeTestRunner;
  readonly canFire: boolean;
  readonly onFire: (negativeTest: NegativeTest) => void;
  readonly onShow: (row: number) => void;
}

const columns = ['case', 'expected', 'sdk', 'validator', 'ingestion', 'collector'] as const;

/** Tooltips of columns whose names need an explanation. */
const hints = (): Partial<Record<(typeof columns)[number], string>> => ({
  ingestion: i18n.t('negativeTests.ingestionHint'),
  collector: i18n.t('negativeTests.collectorHint'),
});

/** One row per negative test: one tab stop, arrows move inside, Enter fires. */
export function NegativeTestTable({ negativeTests, runner, canFire, onFire, onShow }: NegativeTestTableProps) {
  const focusedIndex = useSignal(0);
  const moveFocus = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const to = indexAfterKey(event.key, focusedIndex.value, negativeTests.length);
    if (to === null) return;
    event.preventDefault();
    focusedIndex.value = to;
    event.currentTarget.querySelectorAll<HTMLElement>('[data-fire]')[to]?.focus();
  };
  return (
    <section class="negative-tests-table" aria-label={i18n.t('negativeTests.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{i18n.t('negativeTests.fire')}</span>
            </th>
            {columns.map((name) => (
              <th key={name} class={`c-${name}`} scope="col" title={hints()[name]}>
                {i18n.t(`negativeTests.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus}>
          {negativeTests.map((negativeTest, index) => (
            <NegativeTestRow
              key={String(index)}
              negativeTest={negativeTest}
              state={runner.stateOf(negativeTest)}
              canFire={canFire}
              isTabStop={index === Math.min(focusedIndex.value, negativeTests.length - 1)}
              onFocus={() => {
                focusedIndex.value = index;
              }}
              onFire={() => onFire(negativeTest)}
              onShow={onShow}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface NegativeTestRowProps {
  readonly negativeTest: NegativeTest;
  readonly state: NegativeTestState;
  readonly canFire: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onFire: () => void;
  readonly onShow: (row: number) => void;
}

/**
 * A negative test, its expected findings, and the four outcomes.
 * Rerendered only when the test, its state or its button has changed.
 */
function NegativeTestRow(props: NegativeTestRowProps) {
  return useMemo(() => <Row {...props} />, [props.negativeTest, props.state, props.canFire, props.isTabStop]);
}

function Row({ negativeTest, state, canFire, isTabStop, onFocus, onFire, onShow }: NegativeTestRowProps) {
  const mutation = describeMutation(negativeTest.mutation);
  const finding = expectedFindingOf(negativeTest);
  return (
    <tr>
      <td>
        <button
          type="button"
          class="tool inset"
          data-fire
          tabIndex={isTabStop ? 0 : -1}
          aria-label={i18n.t('negativeTests.fireOne', { mutation })}
          title={i18n.t('negativeTests.fireOneHint')}
          aria-disabled={!canFire}
          onFocus={onFocus}
          onClick={() => canFire && onFire()}
        >
          <Icon name="bolt" size={13} />
        </button>
      </td>
      <th scope="row">
        <code>{mutation}</code>
        <NarrowOutcomes state={state} />
      </th>
      <td>
        <StatusLabel icon={finding.severity === 'error' ? 'invalid' : 'notice'} tone={severityTones[finding.severity]}>
          <code>{describeWithoutSeverity(finding)}</code>
        </StatusLabel>
      </td>
      <Outcomes state={state} onShow={onShow} />
    </tr>
  );
}

function Outcomes({ state, onShow }: Pick<NegativeTestRowProps, 'state' | 'onShow'>) {
  if (state.status !== 'seen') {
    return (
      <>
        <td class="c-sdk">{renderNotSeen(state)}</td>
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

type NotSeen = Exclude<NegativeTestState, { status: 'seen' }>;

/** Explains why the SDK emitted no event, or that the negative test was not fired yet. */
function renderNotSeen(state: NotSeen) {
  if (state.status !== 'not-seen') return <span class="muted">{statusLabel(state)}</span>;
  return (
    <StatusLabel icon="invalid" tone="error">
      {state.message}
    </StatusLabel>
  );
}

function statusLabel({ status }: NotSeen): string {
  if (status === 'not-seen') return i18n.t('negativeTests.noEvent');
  return i18n.t(status === 'no-record' ? 'negativeTests.fired' : 'negativeTests.cell.notFired');
}

/** The outcomes of the columns that a narrow table hides. */
function NarrowOutcomes({ state }: Pick<NegativeTestRowProps, 'state'>) {
  if (state.status !== 'seen') return null;
  return (
    <small class="folded muted">
      {i18n.t('negativeTests.folded', { sdk: state.sdk.text, ingestion: state.ingestion.text })}
    </small>
  );
}

type Seen = Extract<NegativeTestState, { status: 'seen' }>;

const comparisonViews = {
  'as-predicted': { key: 'negativeTests.asExpected', icon: 'valid', tone: 'success' },
  'fixed-by-sdk': { key: 'negativeTests.correctedBySdk', icon: 'valid', tone: 'success' },
  'not-checkable': { key: 'negativeTests.notCheckable', icon: 'notice', tone: 'inherit' },
  different: { key: 'negativeTests.mismatch', icon: 'invalid', tone: 'error' },
} as const;

function Verdict({ state, onShow }: { readonly state: Seen; readonly onShow: (row: number) => void }) {
  const { comparison, record, validator, sdk } = state;
  const { key, icon, tone } = comparisonViews[comparison.status];
  return (
    <button
      type="button"
      class="link"
      title={i18n.t('negativeTests.show', { found: validator })}
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
