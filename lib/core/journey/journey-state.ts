import { stringAt } from '#core/json/json';
import { classifyStatus, type StatusClass } from './classify-status';
import type { ObservedCall, ObservedRequest, TelemetryRecord } from './record';

/**
 * The states of an event's journey, from the call to the response of the collector.
 * The normal order is `called`, `waiting` (the SDK has emitted the event), `sent`, `accepted`.
 * `called`: the call is running, or has not emitted its event.
 * `dropped`: the SDK certainly emitted no event for the call.
 * `unobserved`: the event, or its request, may have been sent where no hook can observe it.
 * `unknown`: the event comes from a file.
 */
export const journeyStates = [
  'called',
  'threw',
  'dropped',
  'waiting',
  'sent',
  'accepted',
  'rejected',
  'failed',
  'lost',
  'unobserved',
  'unknown',
] as const;

/** State of an event's journey, from `called` to `accepted`. */
export type JourneyState = (typeof journeyStates)[number];

/** The parts of a record that determine its journey. */
export type JourneyInput = Pick<
  TelemetryRecord,
  'call' | 'event' | 'requests' | 'omitted' | 'changes' | 'lost' | 'unobserved' | 'sdk' | 'kind'
>;

/** Returns the state of an event's journey: by its last request, else its event, else its call. */
export function journeyState(record: JourneyInput): JourneyState {
  const last = record.requests.at(-1);
  if (last) return stateOfRequest(last);
  if (record.lost) return 'lost';
  if (record.unobserved) return 'unobserved';
  if (record.event) return record.event.observedIn === 'file' ? 'unknown' : 'waiting';
  return stateOfCall(record);
}

const stateOfStatus: Readonly<Record<StatusClass, JourneyState>> = {
  accepted: 'accepted',
  redirected: 'sent',
  'body-dropped': 'failed',
  rejected: 'rejected',
};

function stateOfRequest({ end }: ObservedRequest): JourneyState {
  switch (end.status) {
    case 'responded':
      return stateOfStatus[classifyStatus(end.httpStatus)];
    case 'failed':
      return 'failed';
    default:
      return 'sent';
  }
}

function stateOfCall({ call, sdk }: JourneyInput): JourneyState {
  if (!call || call.outcome.status === 'running' || call.outcome.status === 'pending') return 'called';
  if (call.outcome.status === 'threw') return 'threw';
  if (detectDropReason(call) !== null) return 'dropped';
  if (call.isForwarded || isOfUnknownSdk(sdk)) return 'unobserved';
  return sdk?.generation === '1.x' && call.hasDid === false ? 'called' : 'dropped';
}

/** Whether an SDK is a stub or a wrapper under an SDK's name, which may queue calls and replay them later. */
export function isOfUnknownSdk(sdk: TelemetryRecord['sdk']): boolean {
  return sdk === null || sdk.generation === 'unknown';
}

/** Whether two SDKs have the same global variable and generation, or neither is known. */
export function isSameSdk(one: TelemetryRecord['sdk'] | undefined, other: TelemetryRecord['sdk'] | undefined): boolean {
  return one?.global === other?.global && one?.generation === other?.generation;
}

/** Whether an event was sent twice without need: in one batch, or again after it was accepted. */
export function isSentTwice({ requests }: JourneyInput): boolean {
  return requests.some(
    (request, index) => request.copies > 1 || (index < requests.length - 1 && stateOfRequest(request) === 'accepted'),
  );
}

/**
 * Whether an event was sent twice, or shares its `mid` with another event.
 * A server that removes duplicates stores only one of them.
 */
export function isDuplicate(record: JourneyInput & { readonly sharesMid: boolean }): boolean {
  return record.sharesMid || isSentTwice(record);
}

/** Whether the event was never sent: the page unloaded before, or the SDK emitted no event. */
export function isLost(record: JourneyInput): boolean {
  const state = journeyState(record);
  return state === 'lost' || state === 'dropped';
}

/** Whether the collector rejected the event or did not respond. */
export function isFailed(record: JourneyInput): boolean {
  return failedStates.has(journeyState(record));
}

const failedStates: ReadonlySet<JourneyState> = new Set(['rejected', 'failed']);

/** Whether values of the call were dropped or overwritten. Values that the SDK added do not count. */
export function isChanged({ changes }: JourneyInput): boolean {
  return changes.some((change) => change.type !== 'added');
}

/** Returns the event's `eid` if it differs from the called method, else null. */
export function sentAsEid({ call, event }: JourneyInput): string | null {
  const eid = stringAt(event?.json, ['eid']);
  return call && eid !== call.method.toUpperCase() ? eid : null;
}

/** Returns the number of retries after a rejection or a failure. */
export function countRetries({ requests, omitted }: JourneyInput): number {
  const retried = requests
    .slice(0, -1)
    .filter((request) => ['rejected', 'failed'].includes(stateOfRequest(request))).length;
  return retried + (omitted?.retries ?? 0);
}

/** The reason why an SDK emitted no event for a call, by its console message. */
type DropReason =
  /** `enableValidation` is on, and the event is invalid by the SDK's own schema. */
  | { readonly type: 'validation'; readonly detail: string }
  /** `end` was called without a `start` whose START event was emitted. */
  | { readonly type: 'no-start' };

/** Console messages of both SDK generations, which are the only indication of the reason. */
const VALIDATION_ERROR = /^Invalid \w+ Event: ?(.*)$/s;
const NO_START = /invoke start before invoking end/i;
const NO_SCHEMA = /^Schema not found for event/;

export function detectDropReason({ consoleMessages }: Pick<ObservedCall, 'consoleMessages'>): DropReason | null {
  for (const { message } of consoleMessages) {
    const invalid = VALIDATION_ERROR.exec(message);
    if (invalid) return { type: 'validation', detail: invalid[1] ?? '' };
    if (NO_SCHEMA.test(message)) return { type: 'validation', detail: message };
    if (NO_START.test(message)) return { type: 'no-start' };
  }
  return null;
}
