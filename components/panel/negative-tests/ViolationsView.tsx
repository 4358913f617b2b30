import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import type { PanelView } from '#components/panel/app/app-store.ts';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { showLiveEvent } from '#components/panel/captures/capture-list.ts';
import { composerStore } from '#components/panel/compose/draft/composer.ts';
import { KindList } from '#components/panel/compose/draft/KindList.tsx';
import { createFireBare } from '#components/panel/compose/firing/fire-in-page.ts';
import { NoTarget } from '#components/panel/compose/target/NoTarget.tsx';
import { confirmSite, resolvePageTarget, siteLabel } from '#components/panel/compose/target/site-confirmation.ts';
import { TargetFrame } from '#components/panel/compose/target/TargetFrame.tsx';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import type { Violation } from '#core/negative-tests/violation';
import { eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import { FireViolationsDialog } from './FireViolationsDialog';
import { ViolationProgress } from './ViolationProgress';
import { ViolationTable } from './ViolationTable';
import { hasFailed, sortByOutcome, violationRunnerStore } from './violation-runner';
import { tableAsMarkdown, tableAsTsv } from './violation-table-text';
import '#components/panel/compose/compose.css';
import './violations.css';

/** Sites at which the user has said yes to firing events that are wrong: asked once while the panel is open. */
const agreed = new Set<string>();

/** Every way to break the rules of a kind: what must be found, and what validator, SDK, ingestion and collector said. */
export function ViolationsView() {
  const stores = useStores();
  const { commands, tab, view } = useApp();
  const unavailable = readOnlyReason(tab.value);
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
      if (frame) void runner.fire(violations, frame, createFireBare(stores));
    };
    confirmSite(stores, resolvePageTarget, fireThem);
  };
  const askToFire = (violations: readonly Violation[]) => {
    if (agreed.has(siteLabel(resolvePageTarget(stores).site))) fire(violations);
    else requested.value = violations;
  };
  const all = () => eventKinds.flatMap((each) => runner.of(each));
  return (
    <main class="wrong-view">
      <div class="bar plain draft-head">
        <h2>{i18n.t('violations.open')}</h2>
        <span class="muted clip wide">{i18n.t('violations.summary', { kind: name })}</span>
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
      <div class="wrong-body">
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
          host={siteLabel(resolvePageTarget(stores).site)}
          target={target}
          onFire={() => {
            const wanted = requested.value ?? [];
            agreed.add(siteLabel(resolvePageTarget(stores).site));
            requested.value = null;
            fire(wanted);
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
