import type { LossReason } from '#core/journey/record';
import type { SetTimer } from '#core/util/scheduler';

/**
 * Chromium evicts a page from its back/forward cache after 10 minutes, without any report.
 * https://source.chromium.org/chromium/chromium/src/+/main:content/browser/back_forward_cache/back_forward_cache_impl.cc
 * (`kDefaultTimeToLiveInBackForwardCacheInSeconds`)
 */
export const MAX_CACHED_MS = 600_000;

/** Timeout for a document that ended without `pagehide`: it has crashed, or reconnects at once. */
export const RECONNECT_MS = 5_000;

/** Limit of the documents that may still return. Beyond it, the oldest one expires. */
const MAX_AWAITED_DOCUMENTS = 1_000;

interface DocumentExpiryDeps {
  readonly setTimer: SetTimer;
  /** Called if the document did not return in time. */
  readonly onExpired: (documentKey: string, reason: LossReason) => void;
}

/** Determines when a document that may return counts as ended. */
export interface DocumentExpiry {
  /** Call when the document entered the back/forward cache, or ended without a report. */
  awaitReturn(documentKey: string, isCached: boolean): void;
  /** Call when the document has returned, or has unloaded for good. */
  cancel(documentKey: string): void;
}

/** Creates the expiry of documents for one tab or test. */
export function createDocumentExpiry({ setTimer, onExpired }: DocumentExpiryDeps): DocumentExpiry {
  const awaited = new Map<string, { readonly reason: LossReason; readonly cancel: () => void }>();

  const cancel = (documentKey: string): void => {
    awaited.get(documentKey)?.cancel();
    awaited.delete(documentKey);
  };
  const expire = (documentKey: string, reason: LossReason): void => {
    cancel(documentKey);
    onExpired(documentKey, reason);
  };
  return {
    awaitReturn(documentKey, isCached) {
      cancel(documentKey);
      const reason = isCached ? 'cache-expired' : 'ended';
      const cancelTimer = setTimer(isCached ? MAX_CACHED_MS : RECONNECT_MS, () => expire(documentKey, reason));
      awaited.set(documentKey, { reason, cancel: cancelTimer });
      const [oldest] = awaited;
      if (awaited.size > MAX_AWAITED_DOCUMENTS && oldest) expire(oldest[0], oldest[1].reason);
    },
    cancel,
  };
}
