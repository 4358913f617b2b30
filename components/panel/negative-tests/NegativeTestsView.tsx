import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Dialog } from '#components/kit/Dialog.tsx';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
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
import type { NegativeTest } from '#core/negative-tests/negative-test';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import { NegativeTestProgress } from './NegativeTestProgress';
import { NegativeTestTable } from './NegativeTestTable';
import { hasFailed, sortByOutcome } from './negative-test-order';
import { negativeTestRunnerStore } from './negative-test-runner';
import { formatTableAsMarkdown, formatTableAsTsv, type TableRow } from './negative-test-table-text';
import '#components/panel/compose/compose.css';
import './negative-tests.css';

/** Sites at which the user confirmed that invalid events may be fired, until the panel is closed. */
const confirmedSites = new Set<string>();

/**
 * All negative tests of a kind's rules, with the expected findings and the results of validator, SDK, ingestion and
 * collector.
 */
export function NegativeTestsView() {
  const stores = useStores();
  const { tab } = useApp();
  const unavailable = notFiringReason(tab.value);
  const frames = useStore(liveListStore).get(listFrames);
  const composer = useStore(composerStore);
  const runner = useStore(negativeTestRunnerStore);
  const includesEnvelope = useSignal(true);
  const testsToConfirm = useSignal<readonly NegativeTest[] | null>(null);
  const kind = composer.kind.value;
  const listedTestsOf = (each: EventKind) =>
    runner.testsOf(each).filter(({ part }) => includesEnvelope.value || part === 'definition');
  const sortedTests = useMemo(
    () => sortByOutcome(listedTestsOf(kind), runner.stateOf),
    [runner, kind, includesEnvelope.value, runner.endedRuns.value],
  );
  const failedTests = sortedTests.filter((negativeTest) => hasFailed(runner.stateOf(negativeTest)));
  const target = frames.target.value;
  const name = kind.toUpperCase();

  const fire = (negativeTests: readonly NegativeTest[]) => {
    const start = () => {
      const frame = frames.target.peek();
      if (frame) void runner.fire(negativeTests, frame, createUnguardedFire(stores));
    };
    confirmSite(stores, resolvePageTarget, start);
  };
  const askToFire = (negativeTests: readonly NegativeTest[]) => {
    if (confirmedSites.has(siteLabel(pageSite(stores)))) fire(negativeTests);
    else testsToConfirm.value = negativeTests;
  };
  return (
    <main class="negative-tests-view">
      <div class="bar plain draft-head">
        <h2>{i18n.t('negativeTests.open')}</h2>
        <span class="muted truncate wide">{i18n.t('negativeTests.summary', { kind: name })}</span>
        <span class="grow" />
        <CheckBox
          checked={includesEnvelope.value}
          onChange={(checked) => {
            includesEnvelope.value = checked;
          }}
        >
          {i18n.t('negativeTests.envelope')}
        </CheckBox>
        <span class="rule" />
        <CopyTableButtons kind={kind} getRows={() => runner.rowsOf(listedTestsOf(kind))} />
      </div>
      <div class="negative-tests-body">
        <KindList composer={composer} />
        <NegativeTestTable
          key={kind}
          negativeTests={sortedTests}
          runner={runner}
          canFire={unavailable === null && target !== null && runner.progress.value === null}
          onFire={(negativeTest) => askToFire([negativeTest])}
          onShow={(row) => showLiveEvent(stores, row)}
        />
      </div>
      <NegativeTestProgress runner={runner} negativeTests={sortedTests} />
      <FireBar
        kind={kind}
        negativeTests={sortedTests}
        failedTests={failedTests}
        isRunning={runner.progress.value !== null}
        onFire={askToFire}
        onFireEverything={() => askToFire(eventKinds.flatMap(listedTestsOf))}
      />
      {testsToConfirm.value && (
        <FireNegativeTestsDialog
          negativeTests={testsToConfirm.value}
          host={siteLabel(pageSite(stores))}
          target={target}
          onFire={() => {
            const confirmedTests = testsToConfirm.value ?? [];
            confirmedSites.add(siteLabel(pageSite(stores)));
            testsToConfirm.value = null;
            fire(confirmedTests);
          }}
          onCancel={() => {
            testsToConfirm.value = null;
          }}
        />
      )}
    </main>
  );
}

function backToCompose(view: Signal<PanelView>) {
  view.value = 'compose';
}

interface FireNegativeTestsDialogProps {
  readonly negativeTests: readonly NegativeTest[];
  readonly host: string;
  readonly target: FiringTarget | null;
  readonly onFire: () => void;
  readonly onCancel: () => void;
}

/**
 * Asks the user to confirm that invalid events may be fired at this site.
 * Shown once per site, until the panel is closed.
 */
function FireNegativeTestsDialog({ negativeTests, host, target, onFire, onCancel }: FireNegativeTestsDialogProps) {
  const n = formatNumber(negativeTests.length);
  return (
    <Dialog
      title={i18n.t('negativeTests.confirm.title')}
      action={{ label: i18n.t('negativeTests.confirm.fire', negativeTests.length, { n }), onSelect: onFire }}
      cancelLabel={i18n.t('negativeTests.confirm.cancel')}
      onCancel={onCancel}
    >
      <p>{i18n.t('negativeTests.confirm.warning')}</p>
      <dl class="facts">
        <dt>{i18n.t('negativeTests.events')}</dt>
        <dd>{n}</dd>
        <dt>{i18n.t('negativeTests.frame')}</dt>
        <dd>{target ? targetLabel(target) : i18n.t('negativeTests.noFrame')}</dd>
        <dt>{i18n.t('negativeTests.site')}</dt>
        <dd>{host}</dd>
      </dl>
      {negativeTests.some(({ changesSdkState }) => changesSdkState) && (
        <p class="muted">{i18n.t('negativeTests.confirm.stateWarning')}</p>
      )}
    </Dialog>
  );
}

const tableFormats = [
  {
    label: () => i18n.t('negativeTests.copyTsv'),
    hint: () => i18n.t('negativeTests.copyTsvHint'),
    copied: (kind: string) => i18n.t('negativeTests.copiedTsv', { kind }),
    format: formatTableAsTsv,
  },
  {
    label: () => i18n.t('negativeTests.copyMarkdown'),
    hint: () => i18n.t('negativeTests.copyMarkdownHint'),
    copied: (kind: string) => i18n.t('negativeTests.copiedMarkdown', { kind }),
    format: formatTableAsMarkdown,
  },
];

interface CopyTableButtonsProps {
  readonly kind: EventKind;
  readonly getRows: () => readonly TableRow[];
}

function CopyTableButtons({ kind, getRows }: CopyTableButtonsProps) {
  const { commands } = useApp();
  return (
    <>
      {tableFormats.map(({ label, hint, copied, format }) => (
        <button
          type="button"
          class="tool label"
          key={label()}
          title={hint()}
          onClick={() => commands.copy(format(getRows()), () => copied(kind.toUpperCase()))}
        >
          {label()}
        </button>
      ))}
    </>
  );
}

interface FireBarProps {
  readonly kind: EventKind;
  readonly negativeTests: readonly NegativeTest[];
  readonly failedTests: readonly NegativeTest[];
  readonly isRunning: boolean;
  readonly onFire: (negativeTests: readonly NegativeTest[]) => void;
  /** Fires the negative tests of all kinds. */
  readonly onFireEverything: () => void;
}

function FireBar({ kind, negativeTests, failedTests, isRunning, onFire, onFireEverything }: FireBarProps) {
  const { tab, view } = useApp();
  const unavailable = notFiringReason(tab.value);
  const frames = useStore(liveListStore).get(listFrames);
  const target = frames.target.value;
  return (
    <section class="firebar" aria-label={i18n.t('negativeTests.fire')}>
      {target ? <TargetFrame frames={frames} target={target} /> : <NoTarget />}
      {target && <span class="grow" />}
      <Button onClick={() => backToCompose(view)}>{i18n.t('negativeTests.back')}</Button>
      {target && (
        <>
          {failedTests.length > 0 && (
            <Button icon="refresh" disabled={isRunning} unavailable={unavailable} onClick={() => onFire(failedTests)}>
              {i18n.t('negativeTests.fireFailed', failedTests.length, { n: formatNumber(failedTests.length) })}
            </Button>
          )}
          <Button disabled={isRunning} unavailable={unavailable} onClick={onFireEverything}>
            {i18n.t('negativeTests.fireEverything')}
          </Button>
          <Button
            appearance="primary"
            icon="bolt"
            disabled={isRunning}
            unavailable={unavailable}
            onClick={() => onFire(negativeTests)}
          >
            {i18n.t('negativeTests.fireAll', { n: negativeTests.length, kind: kind.toUpperCase() })}
          </Button>
        </>
      )}
    </section>
  );
}
