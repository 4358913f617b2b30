import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Dialog } from '#components/kit/Dialog.tsx';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { PanelView } from '#components/panel/app/app-store.ts';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { notFiringReason } from '#components/panel/app/tab-state.ts';
import { showLiveEvent } from '#components/panel/captures/capture-list.ts';
import { composerStore } from '#components/panel/compose/draft/composer.ts';
import { KindList } from '#components/panel/compose/draft/KindList.tsx';
import { createUnguardedFire } from '#components/panel/compose/firing/fire-in-page.ts';
import { NoTarget } from '#components/panel/compose/target/NoTarget.tsx';
import {
  confirmSite,
  pageSite,
  resolvePageTarget,
  siteLabel,
} from '#components/panel/compose/target/site-confirmation.ts';
import { TargetFrame } from '#components/panel/compose/target/TargetFrame.tsx';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames, targetLabel } from '#components/panel/event-list/frames.ts';
import type { FiringTarget } from '#core/journey/watched-frame';
import type { OutcomeComparison } from '#core/negative-tests/outcomes';
import type { Violation } from '#core/negative-tests/violation';
import { eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import { ViolationTable } from './ViolationTable';
import { hasFailed, sortByOutcome } from './violation-order';
import { type ViolationRunner, violationRunnerStore } from './violation-runner';
import { tableAsMarkdown, tableAsTsv } from './violation-table-text';
import '#components/panel/compose/compose.css';
import './violations.css';

/** Sites at which the user confirmed that invalid events may be fired, until the panel is closed. */
const confirmedSites = new Set<string>();

/**
 * All violations of a kind's rules, with the expected findings and the results of validator, SDK, ingestion and
 * collector.
 */
export function ViolationsView() {
  const stores = useStores();
  const { commands, tab, view } = useApp();
  const unavailable = notFiringReason(tab.value);
  const frames = useStore(liveListStore).get(listFrames);
  const composer = useStore(composerStore);
  const runner = useStore(violationRunnerStore);
  const withEnvelope = useSignal(true);
  const requested = useSignal<readonly Violation[] | null>(null);
  const kind = composer.kind.value;
  const shown = useMemo(() => {
    const all = runner.of(kind).filter(({ part }) => withEnvelope.value || part === 'definition');
    return sortByOutcome(all, runner.stateOf);
  }, [runner, kind, withEnvelope.value, runner.endedRuns.value]);
  const failed = shown.filter((violation) => hasFailed(runner.stateOf(violation)));
  const target = frames.target.value;
  const name = kind.toUpperCase();

  const fire = (violations: readonly Violation[]) => {
    const fireThem = () => {
      const frame = frames.target.peek();
      if (frame) void runner.fire(violations, frame, createUnguardedFire(stores));
    };
    confirmSite(stores, resolvePageTarget, fireThem);
  };
  const askToFire = (violations: readonly Violation[]) => {
    if (confirmedSites.has(siteLabel(pageSite(stores)))) fire(violations);
    else requested.value = violations;
  };
  const all = () => eventKinds.flatMap((each) => runner.of(each));
  return (
    <main class="violations-view">
      <div class="bar plain draft-head">
        <h2>{i18n.t('violations.open')}</h2>
        <span class="muted truncate wide">{i18n.t('violations.summary', { kind: name })}</span>
        <span class="grow" />
        <CheckBox
          checked={withEnvelope.value}
          onChange={(checked) => {
            withEnvelope.value = checked;
          }}
        >
          {i18n.t('violations.envelope')}
        </CheckBox>
        <span class="rule" />
        <button
          type="button"
          class="tool label"
          title={i18n.t('violations.copyTsvHint')}
          onClick={() =>
            commands.copy(tableAsTsv(runner.rowsOf(kind)), () => i18n.t('violations.copiedTsv', { kind: name }))
          }
        >
          {i18n.t('violations.copyTsv')}
        </button>
        <button
          type="button"
          class="tool label"
          title={i18n.t('violations.copyMarkdownHint')}
          onClick={() =>
            commands.copy(tableAsMarkdown(runner.rowsOf(kind)), () =>
              i18n.t('violations.copiedMarkdown', { kind: name }),
            )
          }
        >
          {i18n.t('violations.copyMarkdown')}
        </button>
      </div>
      <div class="violations-body">
        <KindList composer={composer} />
        <ViolationTable
          key={kind}
          violations={shown}
          runner={runner}
          canFire={unavailable === null && target !== null && runner.progress.value === null}
          onFire={(violation) => askToFire([violation])}
          onShow={(row) => showLiveEvent(stores, row)}
        />
      </div>
      <ViolationProgress runner={runner} violations={shown} />
      <section class="firebar" aria-label={i18n.t('violations.fire')}>
        {target ? <TargetFrame frames={frames} target={target} /> : <NoTarget />}
        {target && <span class="grow" />}
        <Button onClick={() => backToCompose(view)}>{i18n.t('violations.back')}</Button>
        {target && (
          <>
            {failed.length > 0 && (
              <Button
                icon="refresh"
                disabled={runner.progress.value !== null}
                unavailable={unavailable}
                onClick={() => askToFire(failed)}
              >
                {i18n.t('violations.fireFailed', failed.length, { n: formatNumber(failed.length) })}
              </Button>
            )}
            <Button
              disabled={runner.progress.value !== null}
              unavailable={unavailable}
              onClick={() => askToFire(all())}
            >
              {i18n.t('violations.fireEverything')}
            </Button>
            <Button
              appearance="primary"
              icon="bolt"
              disabled={runner.progress.value !== null}
              unavailable={unavailable}
              onClick={() => askToFire(shown)}
            >
              {i18n.t('violations.fireAll', { n: shown.length, kind: name })}
            </Button>
          </>
        )}
      </section>
      {requested.value && (
        <FireViolationsDialog
          violations={requested.value}
          host={siteLabel(pageSite(stores))}
          target={target}
          onFire={() => {
            const confirmedViolations = requested.value ?? [];
            confirmedSites.add(siteLabel(pageSite(stores)));
            requested.value = null;
            fire(confirmedViolations);
          }}
          onCancel={() => {
            requested.value = null;
          }}
        />
      )}
    </main>
  );
}

function backToCompose(view: Signal<PanelView>) {
  view.value = 'compose';
}

interface FireViolationsDialogProps {
  readonly violations: readonly Violation[];
  readonly host: string;
  readonly target: FiringTarget | null;
  readonly onFire: () => void;
  readonly onCancel: () => void;
}

/** Confirms once per site that events with errors may be fired there. */
function FireViolationsDialog({ violations, host, target, onFire, onCancel }: FireViolationsDialogProps) {
  const n = formatNumber(violations.length);
  return (
    <Dialog
      title={i18n.t('violations.confirm.title')}
      action={{ label: i18n.t('violations.confirm.fire', violations.length, { n }), onSelect: onFire }}
      cancelLabel={i18n.t('violations.confirm.cancel')}
      onCancel={onCancel}
    >
      <p>{i18n.t('violations.confirm.warning')}</p>
      <dl class="facts">
        <dt>{i18n.t('violations.events')}</dt>
        <dd>{n}</dd>
        <dt>{i18n.t('violations.frame')}</dt>
        <dd>{target ? targetLabel(target) : i18n.t('violations.noFrame')}</dd>
        <dt>{i18n.t('violations.site')}</dt>
        <dd>{host}</dd>
      </dl>
      {violations.some(({ changesSdkState }) => changesSdkState) && (
        <p class="muted">{i18n.t('violations.confirm.stateWarning')}</p>
      )}
    </Dialog>
  );
}

interface ViolationProgressProps {
  readonly runner: ViolationRunner;
  readonly violations: readonly Violation[];
}

/**
 * Progress of the firing, then the number of expected outcomes.
 * Always rendered, so that its content does not move the layout.
 */
function ViolationProgress({ runner, violations }: ViolationProgressProps) {
  const progress = runner.progress.value;
  if (progress) {
    return (
      <div class="response-line">
        <StatusLabel icon="bolt" tone="inherit">
          {i18n.t('violations.firing', { n: formatNumber(progress.done + 1), all: formatNumber(progress.total) })}
        </StatusLabel>
        <progress aria-label={i18n.t('violations.fired')} max={progress.total} value={progress.done} />
        <Button onClick={runner.stop}>{i18n.t('violations.stop')}</Button>
      </div>
    );
  }
  return (
    <div class="response-line" role="status">
      <Tally runner={runner} violations={violations} />
    </div>
  );
}

const PASSED = { icon: 'valid', tone: 'success' } as const;
const FAILED = { icon: 'invalid', tone: 'error' } as const;
/** No test could be checked. */
const UNCHECKED = { icon: 'notice', tone: 'inherit' } as const;

function Tally({ runner, violations }: ViolationProgressProps) {
  const states = violations.map(runner.stateOf);
  const seen = states.flatMap((state) => (state.status === 'seen' ? [state] : []));
  const notSeen = states.filter(({ status }) => status === 'not-seen').length;
  if (seen.length + notSeen === 0) {
    return <span class="muted">{i18n.t('violations.intro')}</span>;
  }
  const countOf = (status: OutcomeComparison['status']) =>
    seen.filter(({ comparison }) => comparison.status === status).length;
  const [agreed, fixed, notCheckable] = [countOf('as-predicted'), countOf('fixed-by-sdk'), countOf('not-checkable')];
  const ruleOff = seen.filter(({ comparison }) => 'reason' in comparison && comparison.reason === 'rule-off').length;
  const dropped = notCheckable - ruleOff;
  const status = states.some(hasFailed) ? FAILED : agreed + fixed > 0 ? PASSED : UNCHECKED;
  return (
    <>
      <StatusLabel {...status}>
        {i18n.t('violations.tally', seen.length, { agreed: formatNumber(agreed), n: formatNumber(seen.length) })}
      </StatusLabel>
      {fixed > 0 && <span>{i18n.t('violations.correctedCount', { n: formatNumber(fixed) })}</span>}
      {dropped > 0 && <span>{i18n.t('violations.notCheckableCount', { n: formatNumber(dropped) })}</span>}
      {ruleOff > 0 && <span>{i18n.t('violations.ruleOffCount', { n: formatNumber(ruleOff) })}</span>}
      {notSeen > 0 && <span class="error">{i18n.t('violations.notCaptured', { n: formatNumber(notSeen) })}</span>}
      <span class="muted wide">
        {i18n.t('violations.detected', {
          sdk: formatNumber(seen.filter(({ sdk }) => sdk.detection === 'detected').length),
          ingestion: formatNumber(seen.filter(({ ingestion }) => ingestion.detection === 'detected').length),
          collector: formatNumber(seen.filter(({ collector }) => collector.detection === 'detected').length),
        })}
      </span>
    </>
  );
}
