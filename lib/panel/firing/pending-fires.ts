import type { TelemetryRecord } from '#core/journey/record';
import type { FiringTarget } from '#core/journey/watched-frame';
import type { Json } from '#core/json/json';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import type { SetTimer } from '#core/util/scheduler';
import type { HookCommand } from '#core/wire/page-messages';

interface FiringFailure {
  /** The cause and the remedy. */
  readonly message: Message;
}

export type FiringResult = Result<{ readonly requestId: string }, FiringFailure>;

type FireCommand = Extract<HookCommand, { type: 'fire' }>;

export interface PendingFiresDeps {
  /** Passes a command to the hook of a document. Returns false if the document was unloaded. */
  readonly sendCommand: (documentId: string, command: FireCommand) => boolean | Promise<boolean>;
  readonly newId: () => string;
  /** Calls back once after this number of milliseconds. Returns its cancel function. */
  readonly setTimer: SetTimer;
}

export interface PendingFires {
  fire(method: string, args: readonly Json[], target: FiringTarget): Promise<FiringResult>;
  /**
   * Makes an SDK send the events that it queues.
   * Returns false if the SDK has no method for this. Otherwise resolves after the timeout, because hooks do not report
   * the call.
   */
  sendBatch(target: FiringTarget): Promise<boolean>;
  /** Call with all changed records: one of them may be the fired event. */
  handleRecords(records: readonly TelemetryRecord[]): void;
  handleNotFired(requestId: string): void;
}

/** SDKs respond within milliseconds. A page that takes longer is blocked, as by a breakpoint. */
const TIMEOUT_MS = 5_000;

/** Fires through a page's SDK, and waits until the call is captured like any other. */
export function createPendingFires({ sendCommand, newId, setTimer }: PendingFiresDeps): PendingFires {
  const pendingResults = new Map<string, (result: FiringResult) => void>();

  const settle = (requestId: string, result: FiringResult): void => {
    const resolve = pendingResults.get(requestId);
    pendingResults.delete(requestId);
    resolve?.(result);
  };

  const fire: PendingFires['fire'] = (method, args, target) => {
    const requestId = newId();
    return new Promise((resolve) => {
      const cancelTimeout = setTimer(TIMEOUT_MS, () => settle(requestId, fail(failures.noResponse)));
      pendingResults.set(requestId, (result) => {
        cancelTimeout();
        resolve(result);
      });
      const delivery = sendCommand(target.documentId, { type: 'fire', requestId, sdk: target.sdk, method, args });
      const handleDelivery = (isDelivered: boolean): void => {
        if (!isDelivered) settle(requestId, fail(failures.frameGone));
      };
      if (typeof delivery === 'boolean') handleDelivery(delivery);
      else void delivery.then(handleDelivery);
    });
  };

  return {
    fire,
    async sendBatch(target) {
      // `syncEvents` emits no event. Only the failure of an SDK without this method says anything.
      const sent = await fire('syncEvents', [], target);
      return sent.ok || sent.failure.message.code !== 'capture.frameWithoutSdk';
    },
    handleRecords(records) {
      if (pendingResults.size === 0) return;
      for (const { firedBy, call } of records) {
        if (firedBy.type !== 'panel' || call?.outcome.status === 'running') continue;
        settle(firedBy.requestId, succeed({ requestId: firedBy.requestId }));
      }
    },
    handleNotFired: (requestId) => settle(requestId, fail(failures.noSdk)),
  };
}

const failures = {
  noResponse: { message: message('capture.fireTimeout') },
  frameGone: { message: message('capture.frameGone') },
  noSdk: { message: message('capture.frameWithoutSdk') },
} as const;
