import type { PanelActions } from '#components/panel/app/panel-actions.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { marksFiredSetting } from '#components/panel/compose/compose-settings.ts';
import { FIRED_BY_HAND } from '#core/drafts/fired-mark';
import type { PageEnd } from '#core/journey/event-correlator';
import { message } from '#core/util/message';
import { fail } from '#core/util/result';
import { patternOf } from '#core/util/site';
import { guardFire } from '#extension/browser/panel/guard-fire';
import type { InspectedTab } from '#extension/browser/panel/inspected-tab';
import { requestAccess } from '#extension/browser/watching';
import type { Capture } from '#extension/panel/capture/capture';
import type { CollectorFailure, PostToCollector } from '#extension/protocol/collector-protocol';
import { i18n } from '#i18n';

const NOT_MARKED = i18n.t('compose.notMarked');

const loadGuard = async () => (await import('#page/hook/fire-guard')).guardNextEvent;

const postToCollector: PostToCollector = async (post, signal) => {
  // Of an extension that was updated meanwhile there is no such file any more.
  const loaded = await import('#extension/browser/panel/collector-requests').catch(() => null);
  return loaded === null ? fail({ reason: 'no-background', detail: '' }) : loaded.postToCollector(post, signal);
};

async function problemOf(failure: CollectorFailure): Promise<PageEnd> {
  const loaded = await import('#components/panel/compose/firing/collector-messages.ts').catch(() => null);
  return { status: 'failed', message: '', problem: loaded?.failureTitle(failure) ?? message('collector.reloaded') };
}

/** The two ways out: through the page's SDK, and straight to a collector. Both make rows of the list. */
export function createFireActions(
  stores: () => Stores,
  { tabId }: InspectedTab,
  capture: () => Capture,
): Pick<PanelActions, 'onFire' | 'onFireBare' | 'collector'> {
  return {
    async onFire(kind, args, target) {
      const mark = stores().get(marksFiredSetting).peek() ? FIRED_BY_HAND : null;
      const data = args[kind === 'start' ? 3 : 0];
      const isGuarded = await guardFire({ tabId, frameId: target.frameId, method: kind, data, mark }, loadGuard);
      if (!isGuarded && mark) stores().app.toasts.show({ tone: 'info', text: NOT_MARKED });
      return capture().fire(kind, args, target);
    },
    onFireBare: (...shot) => capture().fire(...shot),
    collector: {
      async askAccess(url) {
        const pattern = patternOf(url);
        return pattern !== null && requestAccess(pattern);
      },
      send: postToCollector,
      witness: {
        posting: ({ requestId: id, post: { url, body } }) => capture().posting({ id, url, body }),
        posted({ requestId }, outcome) {
          if (outcome.ok)
            capture().posted(requestId, { status: 'answered', http: outcome.value.status }, outcome.value.body);
          else void problemOf(outcome.failure).then((end) => capture().posted(requestId, end, null));
        },
      },
    },
  };
}
