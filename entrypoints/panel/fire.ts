import { i18n } from '#i18n';
import { postToCollector } from '../../lib/browser/collector-requests';
import { guardFire } from '../../lib/browser/fire-guard';
import type { InspectedTab } from '../../lib/browser/inspected-tab';
import { requestAccess } from '../../lib/browser/watching';
import type { Capture } from '../../lib/capture/capture';
import { explainOutcome } from '../../lib/compose/collector-words';
import { FIRED_BY_HAND } from '../../lib/compose/fired-mark';
import type { PanelActions } from '../../lib/panel/panel-actions';
import type { PanelModel } from '../../lib/panel/panel-model';
import { patternOf } from '../../lib/watching/site';

const NOT_MARKED = i18n.t('compose.notMarked');

/** The two ways out: through the page's SDK, and straight to a collector. Both make rows of the list. */
export function createFireActions(
  { settings, toasts }: PanelModel,
  { tabId }: InspectedTab,
  capture: Capture,
): Pick<PanelActions, 'onFire' | 'onFireBare' | 'collector'> {
  return {
    async onFire(kind, args, target) {
      const mark = settings.value.marksFired ? FIRED_BY_HAND : null;
      const data = args[kind === 'start' ? 3 : 0];
      const isGuarded = await guardFire({ tabId, frameId: target.frameId, method: kind, data, mark });
      if (!isGuarded && mark) toasts.show({ tone: 'info', text: NOT_MARKED });
      return capture.fire(kind, args, target);
    },
    onFireBare: capture.fire,
    collector: {
      async askAccess(url) {
        const pattern = patternOf(url);
        return pattern !== null && requestAccess(pattern);
      },
      send: postToCollector,
      witness: {
        posting: ({ requestId: id, post: { url, body } }) => capture.posting({ id, url, body }),
        posted({ requestId }, outcome) {
          if (outcome.ok)
            capture.posted(requestId, { status: 'answered', http: outcome.value.status }, outcome.value.body);
          else capture.posted(requestId, { status: 'failed', message: explainOutcome(outcome).title }, null);
        },
      },
    },
  };
}
