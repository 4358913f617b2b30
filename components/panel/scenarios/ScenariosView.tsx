import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import { showLiveEvent } from '#components/panel/captures/capture-list.ts';
import { createFireInPage } from '#components/panel/compose/firing/fire-in-page.ts';
import { NoTarget } from '#components/panel/compose/target/NoTarget.tsx';
import {
  confirmSite,
  isConfirmedSite,
  resolvePageTarget,
  siteLabel,
} from '#components/panel/compose/target/site-confirmation.ts';
import { TargetFrame } from '#components/panel/compose/target/TargetFrame.tsx';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import type { Json } from '#core/json/json';
import type { ScenarioRunDeps } from '#core/scenarios/run-scenario';
import type { EventKind } from '#core/telemetry/kinds';
import { fail } from '#core/util/result';
import { i18n } from '#i18n';
import { LiveRecording } from './LiveRecording';
import { RecordButton } from './RecordButton';
import { RecordedCalls } from './RecordedCalls';
import { RecordRows } from './RecordRows';
import { RunBar } from './RunBar';
import { RunHistory } from './RunHistory';
import { ScenarioHeader } from './ScenarioHeader';
import { ScenarioList } from './ScenarioList';
import { StepList } from './StepList';
import { scenarioKeys } from './scenario-keys';
import { scenarioRecorderStore } from './scenario-recorder';
import { createEmptyScenario, type ScenarioStore, scenarioStore } from './scenario-store';
import '#components/panel/compose/compose.css';
import './scenarios.css';

/** Scenarios: the list, the open one with its steps, its run, and what came of the runs before. */
export function ScenariosView() {
  const stores = useStores();
  const { toasts } = useApp();
  const frames = useStore(liveListStore).get(listFrames);
  const store = useStore(scenarioStore);
  const open = store.open.value;
  const isRecording = useStore(scenarioRecorderStore).count.value !== null;
  const target = frames.target.value;
  const fireInPage = createFireInPage(stores);
  const run = (times: number) => {
    const start = () => void store.run(times, fire);
    /** The frame is asked for at each step: a page that was loaded again has another one, perhaps at another site. */
    const fire: ScenarioRunDeps['fire'] = async (kind, args) => {
      const frame = frames.target.peek();
      if (!frame) return fail({ message: i18n.t('scenarios.noTarget') });
      const { site } = resolvePageTarget(stores);
      if (isConfirmedSite(stores, site)) return fireInPage(kind, args, frame);
      store.cancelRepeats();
      confirmSite(stores, resolvePageTarget, start);
      return fail({ message: i18n.t('scenarios.otherSite', { site: siteLabel(site) }) });
    };
    if (open?.scenario.steps.some((step) => step.do === 'fire')) confirmSite(stores, resolvePageTarget, start);
    else start();
  };
  /** Its calls belong to the page that it began at: it stops where that leaves. */
  const replay = () => {
    const start = () => {
      const begun = frames.target.peek()?.documentId;
      void store.run(1, (kind, args) => fireStep(kind, args, begun), 'replay');
    };
    const fireStep = async (kind: EventKind, args: readonly Json[], documentId: string | undefined) => {
      const frame = frames.target.peek();
      if (frame && frame.documentId === documentId) return fireInPage(kind, args, frame);
      toasts.show({ tone: 'info', text: () => i18n.t('scenarios.pageLeft') });
      store.stop();
      return fail({ message: i18n.t('scenarios.pageLeft') });
    };
    confirmSite(stores, resolvePageTarget, start);
  };
  return (
    <main class="scenarios" aria-busy={!store.isLoaded.value} onKeyDown={(event) => undoByKey(event, store)}>
      <ScenarioList />
      {isRecording ? (
        <LiveRecording />
      ) : open ? (
        <section class="scenario" aria-label={open.scenario.name}>
          <ScenarioHeader item={open} />
          <div class="scenario-body">
            <RecordedCalls item={open} onShow={(row) => showLiveEvent(stores, row)} />
            <StepList key={open.id} item={open} />
            <RunHistory item={open} />
          </div>
          <RunBar store={store} item={open} onRun={run} onReplay={replay} />
          <section class="firebar" aria-label={i18n.t('scenarios.target')}>
            {target ? <TargetFrame frames={frames} target={target} /> : <NoTarget />}
          </section>
        </section>
      ) : (
        store.isLoaded.value && <NoScenario />
      )}
    </main>
  );
}

function NoScenario() {
  const store = useStore(scenarioStore);
  return (
    <EmptyState
      icon="steps"
      title={i18n.t('scenarios.none')}
      fine={i18n.t('scenarios.emptyHint')}
      actions={
        <>
          <RecordButton big />
          <RecordRows big />
          <Button big onClick={() => store.add(createEmptyScenario())}>
            {i18n.t('scenarios.create')}
          </Button>
          <Button big onClick={store.addPlaySession}>
            {i18n.t('scenarios.addPlaySession')}
          </Button>
        </>
      }
    >
      {i18n.t('scenarios.emptyText')}
    </EmptyState>
  );
}

/** Ctrl+Z outside of fields, which have an undoing of their own. */
function undoByKey(event: KeyboardEvent, { undo }: ScenarioStore) {
  const action = findKeyAction(scenarioKeys, event, { undo });
  if (!action) return;
  event.preventDefault();
  action();
}
