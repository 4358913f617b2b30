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
import type { Violation } from '#core/negative-tests/violation';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import { ViolationProgress } from './ViolationProgress';
import { ViolationTable } from './ViolationTable';
import { hasFailed, sortByOutcome } from './violation-order';
import { violationRunnerStore } from './violation-runner';
import { type TableRow, tableAsMarkdown, tableAsTsv } from './violation-table-text';
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
  const { tab } = useApp();
  const unavailable = notFiringReason(tab.value);
  const frames = useStore(liveListStore).get(listFrames);
  const composer = useStore(composerStore);
  const runner = useStore(violationRunnerStore);
  const withEnvelope = useSignal(true);
  const requested = useSignal<readonly Violation[] | null>(null);
  const kind = composer.kind.value;
  const testsOf = (each: EventKind) =>
    runner.of(each).filter(({ part }) => withEnvelope.value || part === 'definition');
  const shown = useMemo(
    () => sortByOutcome(testsOf(kind), runner.stateOf),
    [runner, kind, withEnvelope.value, runner.endedRuns.value],
  );
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
        <CopyTableButtons kind={kind} getRows={() => runner.rowsOf(testsOf(kind))} />
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
      <FireBar
        kind={kind}
        shown={shown}
        failed={failed}
        isRunning={runner.progress.value !== null}
        onFire={askToFire}
        onFireEverything={() => askToFire(eventKinds.flatMap(testsOf))}
      />
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

/**
 * Asks the user to confirm that invalid events may be fired at this site.
 * Shown once per site, until the panel is closed.
 */
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

const tableFormats = [
  {
    label: () => i18n.t('violations.copyTsv'),
    hint: () => i18n.t('violations.copyTsvHint'),
    copied: (kind: string) => i18n.t('violations.copiedTsv', { kind }),
    format: tableAsTsv,
  },
  {
    label: () => i18n.t('violations.copyMarkdown'),
    hint: () => i18n.t('violations.copyMarkdownHint'),
    copied: (kind: string) => i18n.t('violations.copiedMarkdown', { kind }),
    format: tableAsMarkdown,
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
  readonly shown: readonly Violation[];
  readonly failed: readonly Violation[];
  readonly isRunning: boolean;
  readonly onFire: (violations: readonly Violation[]) => void;
  /** Fires the violations of all kinds. */
  readonly onFireEverything: () => void;
}

function FireBar({ kind, shown, failed, isRunning, onFire, onFireEverything }: FireBarProps) {
  const { tab, view } = useApp();
  const unavailable = notFiringReason(tab.value);
  const frames = useStore(liveListStore).get(listFrames);
  const target = frames.target.value;
  return (
    <section class="firebar" aria-label={i18n.t('violations.fire')}>
      {target ? <TargetFrame frames={frames} target={target} /> : <NoTarget />}
      {target && <span class="grow" />}
      <Button onClick={() => backToCompose(view)}>{i18n.t('violations.back')}</Button>
      {target && (
        <>
          {failed.length > 0 && (
            <Button icon="refresh" disabled={isRunning} unavailable={unavailable} onClick={() => onFire(failed)}>
              {i18n.t('violations.fireFailed', failed.length, { n: formatNumber(failed.length) })}
            </Button>
          )}
          <Button disabled={isRunning} unavailable={unavailable} onClick={onFireEverything}>
            {i18n.t('violations.fireEverything')}
          </Button>
          <Button
            appearance="primary"
            icon="bolt"
            disabled={isRunning}
            unavailable={unavailable}
            onClick={() => onFire(shown)}
          >
            {i18n.t('violations.fireAll', { n: shown.length, kind: kind.toUpperCase() })}
          </Button>
        </>
      )}
    </section>
  );
}
