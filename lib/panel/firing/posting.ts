import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { EventKind } from '#core/telemetry/kinds';
import type { CollectorOutcome, CollectorPost, PostToCollector } from '#panel/firing/collector-post';
import { createSequenceRunner, type SequenceProgress } from './sequence-runner';

/** One posted batch and its response. */
export interface PostResult {
  readonly requestId: string;
  readonly kind: EventKind;
  readonly at: number;
  readonly url: string;
  readonly outcome: CollectorOutcome;
  readonly authorization: Authorization;
}

/** Authorization of a batch: an entity's token, a header that the user entered, or none. */
export type Authorization = 'entity' | 'header' | 'none';

interface PlannedPost {
  readonly requestId: string;
  readonly kind: EventKind;
  readonly post: CollectorPost;
}

/** Reports a posted batch to the journey, so that it has a row like any other event. */
export interface PostObserver {
  readonly onPostStart: (planned: PlannedPost) => void;
  readonly onPostEnd: (planned: PlannedPost, outcome: CollectorOutcome) => void;
}

/** Posts batches to a collector directly, one at a time. */
export interface Posting {
  /** Results of the last batch, oldest first. */
  readonly results: ReadonlySignal<readonly PostResult[]>;
  readonly progress: ReadonlySignal<SequenceProgress | null>;
  /**
   * Posts `total` batches.
   * `createPost` creates each batch just before it is sent, because a batch may depend on the previous post.
   */
  post(total: number, createPost: () => PlannedPost, send: PostToCollector, observer: PostObserver): Promise<void>;
  /** Cancels the pending post and all following ones. */
  cancel(): void;
}

export function createPosting(now: () => number): Posting {
  const results = signal<readonly PostResult[]>([]);
  const runner = createSequenceRunner();

  return {
    results,
    progress: runner.progress,
    async post(total, createPost, send, observer) {
      if (runner.progress.peek()) return;
      results.value = [];
      await runner.run(total, async (_, signal) => {
        const planned = createPost();
        const at = now();
        observer.onPostStart(planned);
        const outcome = await send(planned.post, signal);
        observer.onPostEnd(planned, outcome);
        const { requestId, kind, post } = planned;
        results.value = [
          ...results.peek(),
          { requestId, kind, at, url: post.url, outcome, authorization: authorizationOf(post) },
        ];
      });
    },
    cancel: runner.stop,
  };
}

function authorizationOf({ sessionId, headers }: CollectorPost): Authorization {
  if (sessionId !== null) return 'entity';
  return headers.some(([name]) => name.toLowerCase() === 'authorization') ? 'header' : 'none';
}
