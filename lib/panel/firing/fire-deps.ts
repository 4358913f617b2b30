import type { PageEnd } from '#core/journey/correlator/observations';
import type { FiringTarget } from '#core/journey/watched-frame';
import type { CollectorFailure, PostToCollector } from '#panel/firing/collector-post';
import type { Capture } from '../capture/capture';
import type { Fire } from './firing';
import type { PostObserver } from './posting';

export interface FireDeps {
  /** `null` if its code is not loaded. */
  readonly capture: () => Pick<Capture, 'fire' | 'sendBatch' | 'posting' | 'posted'> | null;
  /** Whether events fired manually are marked. */
  readonly isMarked: () => boolean;
  /** An event is fired without its mark. */
  readonly onNotMarked: () => void;
  /** What a row says of a post that failed. */
  readonly problemOf: (failure: CollectorFailure) => Promise<PageEnd>;
}

/**
 * The two ways to deliver an event: through the page's SDK, and straight to a collector.
 * Both make rows of the list.
 */
export interface FireActions {
  /** Fires through the given SDK. */
  readonly onFire: Fire;
  /** The same without the mark of events fired manually, and without restoring the SDK's options. */
  readonly onFireBare: Fire;
  /** Sends the events that an SDK queues. False if it has no method for that. */
  readonly onSendBatch: (target: FiringTarget) => Promise<boolean>;
  readonly collector: {
    /** Asks for access to the host of a URL. Call it within a click. */
    readonly askAccess: (url: string) => Promise<boolean>;
    readonly send: PostToCollector;
    readonly observer: PostObserver;
  };
}
