import { captureStore } from '#components/panel/app/capture-store.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { notFiringReason } from '#components/panel/app/tab-state.ts';
import { FIRED_MANUALLY } from '#core/journey/values/manual-cdata';
import { dataIndexOf } from '#core/telemetry/kinds';
import { message } from '#core/util/message';
import { fail } from '#core/util/result';
import { i18n } from '#i18n';
import type { Fire } from '#panel/firing/firing';
import type { PostObserver } from '#panel/firing/posting';
import { addsManualCdataSetting } from '../compose-settings';

/**
 * Fires through the SDK of a page.
 * Depending on the setting, the event gets an entry in `context.cdata`. The SDK's options are restored afterwards.
 */
export function createFireInPage(stores: Stores): Fire {
  const { actions, toasts } = stores.app;
  const fire = createUnguardedFire(stores);
  return async (kind, args, target) => {
    const cdataEntry = stores.get(addsManualCdataSetting).peek() ? FIRED_MANUALLY : null;
    const { frameId, documentId } = target;
    const data = args[dataIndexOf(kind)];
    const isGuarded = await actions.guardFire({ frameId, documentId, method: kind, data, cdataEntry });
    if (!isGuarded && cdataEntry) toasts.show({ tone: 'info', text: () => i18n.t('compose.cdataFailed') });
    return fire(kind, args, target);
  };
}

/** Fires through the SDK of a page without an entry in `context.cdata`, and without restoring the SDK's options. */
export function createUnguardedFire(stores: Stores): Fire {
  return async (kind, args, target) => {
    const reason = notFiringReason(stores.app.tab.peek());
    if (reason !== null) return fail({ message: reason });
    const capture = stores.get(captureStore).peek();
    return capture === null ? fail({ message: notLoaded }) : capture.fire(kind, args, target);
  };
}

/** Creates rows for events that are posted directly to a collector. */
export function createPostObserver(stores: Stores): PostObserver {
  const capture = stores.get(captureStore);
  return {
    onPostStart: ({ requestId: id, post: { url, body } }) => capture.peek()?.onPostStart({ id, url, body }),
    onPostEnd({ requestId }, outcome) {
      if (outcome.ok) {
        const { status, body } = outcome.value;
        capture.peek()?.onPostEnd(requestId, { status: 'responded', httpStatus: status }, body);
        return;
      }
      // The file is missing if the extension was updated meanwhile.
      void import('./collector-messages')
        .catch(() => null)
        .then((loaded) => {
          const problem = loaded?.failureTitle(outcome.failure) ?? notLoaded;
          capture.peek()?.onPostEnd(requestId, { status: 'failed', message: '', problem }, null);
        });
    },
  };
}

const notLoaded = message('collector.error.extensionReloaded.title');
