import type { TelemetryRecord } from '#core/journey/record';
import type { FiringTarget } from '#core/journey/watched-frame';
import type { Json } from '#core/json/json';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import type { After } from '#core/util/scheduler';
import type { HookCommand } from '#core/wire/page-messages';

interface FiringFailure {
  /** The cause and the remedy. */
  readonly message: Message;
}

export type FiringResult = Result<{ readonly requestId: string }, FiringFailure>;

type FireCommand = Extract<HookCommand, { type: 'fire' }>;

export interface PendingFiresDeps {
  /** Passes an order to the hook of a document; false if the document was unloaded. */
  readonly order: (documentId: string, command: FireCommand) => boolean | Promise<boolean>;
  readonly newId: () => string;
  /** Calls back once after this number of milliseconds; returns its cancel function. */
  readonly after: After;
}

export interface PendingFires {
  fire(method: string, args: readonly Json[], target: FiringTarget): Promise<FiringResult>;
  /** Lets an SDK send the events that it queues. False if it has no method for that. */
  sendBatch(target: FiringTarget): Promise<boolean>;
  /** Call with every record: one of them is the fired event, captured. */
  seen(records: readonly TelemetryRecord[]): void;
  notFired(requestId: string): void;
}

/** An SDK responds within milliseconds; a page that takes longer is stuck, as in a debugger's pause. */
const TIMEOUT_MS = 5_000;

/** Fires through a page's SDK, and waits for the call to be seen again as an ordinary record. */
export function createPendingFires({ order, newId, after }: PendingFiresDeps): PendingFires {
  const waiting = new Map<string, (result: FiringResult) => void>();

  const settle = (requestId: string, result: FiringResult): void => {
    const resolve = waiting.get(requestId);
    waiting.delete(requestId);
    resolve?.(result);
  };

  const fire: PendingFires['fire'] = (method, args, target) => {
    const requestId = newId();
    return new Promise((resolve) => {
      const forget = after(TIMEOUT_MS, () => settle(requestId, fail(labels.noResponse)));
      waiting.set(requestId, (result) => {
        forget();
        resolve(result);
      });
      const ordered = order(target.documentId, { type: 'fire', requestId, sdk: target.sdk, method, args });
      const noteOrdered = (isOrdered: boolean): void => {
        if (!isOrdered) settle(requestId, fail(labels.frameGone));
      };
      if (typeof ordered === 'boolean') noteOrdered(ordered);
      else void ordered.then(noteOrdered);
    });
  };

  return {
    fire,
    async sendBatch(target) {
      // No event comes back of it, so only the refusal of an SDK without the method is a response.
      const sent = await fire('syncEvents', [], target);
      return sent.ok || sent.failure.message.code !== 'capture.frameWithoutSdk';
    },
    seen(records) {
      if (waiting.size === 0) return;
      for (const { firedBy, call } of records) {
        if (firedBy.type !== 'panel' || call?.outcome.status === 'running') continue;
        settle(firedBy.requestId, succeed({ requestId: firedBy.requestId }));
      }
    },
    notFired: (requestId) => settle(requestId, fail(labels.noSdk)),
  };
}

const labels = {
  noResponse: {
    message: message('capture.fireTimeout'),
  },
  frameGone: { message: message('capture.frameGone') },
  noSdk: { message: message('capture.frameWithoutSdk') },
} as const;
