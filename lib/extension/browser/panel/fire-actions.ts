import { FIRED_BY_HAND } from '#core/drafts/fired-mark';
import type { PageEnd } from '#core/journey/event-correlator';
import { dataIndexOf } from '#core/telemetry/kinds';
import { fail } from '#core/util/result';
import { patternOf } from '#core/util/site';
import type { Capture } from '#extension/panel/capture/capture';
import type { Fire } from '#extension/panel/firing/firing';
import type { PostWitness } from '#extension/panel/firing/posting';
import type { CollectorFailure, PostToCollector } from '#extension/protocol/collector-protocol';
import { requestAccess } from '../watching';
import { guardFire } from './guard-fire';

export interface FireActionsDeps {
  readonly tabId: number;
  readonly capture: () => Pick<Capture, 'fire' | 'posting' | 'posted'>;
  /** Loads what is run in the page before an event is fired. */
  readonly loadGuard: Parameters<typeof guardFire>[1];
  /** Whether events fired by hand are marked. */
  readonly isMarked: () => boolean;
  /** An event is fired without its mark. */
  readonly onNotMarked: () => void;
  /** What a row says of a post that failed. */
  readonly problemOf: (failure: CollectorFailure) => Promise<PageEnd>;
}

/** The two ways to deliver an event: through the page's SDK, and straight to a collector. Both make rows of the list. */
export interface FireActions {
  readonly onFire: Fire;
  readonly onFireBare: Fire;
  readonly collector: {
    readonly askAccess: (url: string) => Promise<boolean>;
    readonly send: PostToCollector;
    readonly witness: PostWitness;
  };
}

const postToCollector: PostToCollector = async (post, signal) => {
  // Of an extension that was updated meanwhile there is no such file any more.
  const loaded = await import('#extension/browser/panel/collector-requests').catch(() => null);
  return loaded === null ? fail({ reason: 'no-background', detail: '' }) : loaded.postToCollector(post, signal);
};

export function createFireActions(deps: FireActionsDeps): FireActions {
  const { tabId, capture, loadGuard, isMarked, onNotMarked, problemOf } = deps;
  return {
    async onFire(kind, args, target) {
      const mark = isMarked() ? FIRED_BY_HAND : null;
      const data = args[dataIndexOf(kind)];
      const isGuarded = await guardFire({ tabId, frameId: target.frameId, method: kind, data, mark }, loadGuard);
      if (!isGuarded && mark) onNotMarked();
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
