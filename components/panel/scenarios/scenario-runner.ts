import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { createFireInPage } from '#components/panel/compose/firing/fire-in-page.ts';
import {
  confirmSite,
  isConfirmedSite,
  resolvePageTarget,
  siteLabel,
  siteOfTarget,
} from '#components/panel/compose/target/site-confirmation.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import type { ScenarioRunDeps } from '#core/scenarios/run-scenario';
import { fail } from '#core/util/result';
import { i18n } from '#i18n';
import { scenarioStore } from './scenario-store';

/** Runs the open scenario in the target frame. */
interface ScenarioRunner {
  /** Runs the steps. Asks before the first step that fires at a site that is not confirmed. */
  run(times: number): void;
  /** Replays the recorded calls. Stops when the page unloads, because the calls belong to that page. */
  replay(): void;
}

function createScenarioRunner(stores: Stores): ScenarioRunner {
  const { toasts } = stores.app;
  const store = stores.get(scenarioStore);
  const { target } = stores.get(liveListStore).get(listFrames);
  const fireInPage = createFireInPage(stores);

  return {
    run(times) {
      const start = () => void store.run(times, fireStep);
      /** Reads the target at each step, because a reload replaces the frame, possibly by one at another site. */
      const fireStep: ScenarioRunDeps['fire'] = async (kind, args) => {
        const frame = target.peek();
        if (!frame) return fail({ message: i18n.t('scenarios.noTarget') });
        const site = siteOfTarget(frame);
        if (isConfirmedSite(stores, site)) return fireInPage(kind, args, frame);
        store.cancelRepeats();
        confirmSite(stores, resolvePageTarget, start);
        return fail({ message: i18n.t('scenarios.otherSite', { site: siteLabel(site) }) });
      };
      const firesEvents = store.open.peek()?.scenario.steps.some(({ type }) => type === 'fire') ?? false;
      if (firesEvents) confirmSite(stores, resolvePageTarget, start);
      else start();
    },
    replay() {
      const start = () => {
        const startDocumentId = target.peek()?.documentId;
        const fireCall: ScenarioRunDeps['fire'] = async (kind, args) => {
          const frame = target.peek();
          if (frame && frame.documentId === startDocumentId) return fireInPage(kind, args, frame);
          toasts.show({ tone: 'info', text: () => i18n.t('scenarios.pageLeft') });
          store.stop();
          return fail({ message: i18n.t('scenarios.pageLeft') });
        };
        void store.run(1, fireCall, 'replay');
      };
      confirmSite(stores, resolvePageTarget, start);
    },
  };
}

export const scenarioRunnerStore = defineStore(createScenarioRunner);
