import { FIRED_MANUALLY } from '#core/journey/values/fired-mark';
import { dataIndexOf } from '#core/telemetry/kinds';
import { message } from '#core/util/message';
import { fail } from '#core/util/result';
import { matchPatternOf } from '#core/util/site';
import type { PostToCollector } from '#panel/firing/collector-post';
import type { FireActions, FireDeps } from '#panel/firing/fire-deps';
import type { Fire } from '#panel/firing/firing';
import { requestAccess } from '../watching';
import type { guardFire } from './guard-fire';

export interface FireActionsDeps extends FireDeps {
  readonly tabId: number;
  readonly loadGuard: LoadGuard;
}

/** Loads what is run in the page before an event is fired. */
export type LoadGuard = Parameters<typeof guardFire>[1];

const postToCollector: PostToCollector = async (post, signal) => {
  // The file is missing after an update of the extension.
  const loaded = await import('./background-requests').catch(() => null);
  return loaded === null ? fail({ reason: 'no-background', detail: '' }) : loaded.postToCollector(post, signal);
};

const notLoaded = { message: message('collector.error.extensionReloaded.title') };

export function createFireActions(deps: FireActionsDeps): FireActions {
  const { tabId, capture, loadGuard, isMarked, onNotMarked, problemOf } = deps;
  const fire: Fire = async (method, args, target) => (await capture()?.fire(method, args, target)) ?? fail(notLoaded);
  return {
    async onFire(kind, args, target) {
      const mark = isMarked() ? FIRED_MANUALLY : null;
      const data = args[dataIndexOf(kind)];
      // The file is missing after an update of the extension.
      const guard = await import('./guard-fire').catch(() => null);
      const fired = { tabId, frameId: target.frameId, method: kind, data, mark };
      const isGuarded = guard !== null && (await guard.guardFire(fired, loadGuard));
      if (!isGuarded && mark) onNotMarked();
      return fire(kind, args, target);
    },
    onFireBare: fire,
    onSendBatch: async (target) => (await capture()?.sendBatch(target)) ?? false,
    collector: {
      async askAccess(url) {
        const pattern = matchPatternOf(url);
        return pattern !== null && requestAccess(pattern);
      },
      send: postToCollector,
      observer: {
        posting: ({ requestId: id, post: { url, body } }) => capture()?.posting({ id, url, body }),
        posted({ requestId }, outcome) {
          if (outcome.ok)
            capture()?.posted(requestId, { status: 'answered', http: outcome.value.status }, outcome.value.body);
          else void problemOf(outcome.failure).then((end) => capture()?.posted(requestId, end, null));
        },
      },
    },
  };
}
