import type { DispatchPlace, HookReport } from '#core/journey/page-messages';
import type { SdkRef } from '#core/journey/record';
import { REPORT_DELIMITER } from '#core/journey/report-limits';
import { now, quote, textIncludes, truncate } from '#page/builtins';
import type { RequestBody } from './bodies';
import type { RequestEnd, Transport } from './request-tap';
import type { SdkSettings } from './sdk';
import { LIMITS, takeSnapshot, writeJson } from './snapshot';

/**
 * Observations as JSON text, their type first.
 * Read again by `readReport` (lib/core/journey/reports), which has the shapes.
 */

/** As the page wrote it, and what it is relative to: who reads it makes one of them, which takes the page's time here. */
interface WrittenAddress {
  readonly url: string;
  readonly base: string;
}

export function encodeSdk(sdk: number, global: string, generation: SdkRef['generation']): string {
  return writeJson({ type: 'sdk', at: now(), sdk, global, generation } satisfies HookReport);
}

export function encodeCall(
  callId: string,
  method: string,
  sdk: number,
  firedBy: string | null,
  { batchSize, hasDid, hasDispatcher }: SdkSettings,
  args: readonly unknown[],
  stack: string | undefined,
): string {
  const cuts: unknown[] = [];
  // One object without a spread: a spread takes as long as copying the arguments (bench: hook).
  return writeJson({
    type: 'called',
    at: now(),
    callId,
    method,
    sdk,
    firedBy,
    batchSize,
    hasDid,
    hasDispatcher,
    args: takeSnapshot(args, cuts),
    cuts,
    stack,
  } satisfies HookReport);
}

type Returned = Extract<HookReport, { type: 'returned' }>;
type Field<Name extends keyof Returned> = Name;
type ReturnedText =
  `{"type":"returned","${Field<'at'>}":${number},"${Field<'callId'>}":"${string}","${Field<'settled'>}":${boolean}}`;

export function encodeReturn(callId: string, settled: boolean): string {
  // Concatenated: JSON.stringify takes as long as copying the arguments (bench: hook).
  return `{"type":"returned","at":${now()},"callId":"${callId}","settled":${settled}}` satisfies ReturnedText;
}

export function encodeThrow(callId: string, error: unknown): string {
  return writeJson({ type: 'threw', at: now(), callId, message: messageOf(error) } satisfies HookReport);
}

export function encodeConsoleMessage(callId: string, level: string, message: string): string {
  return writeJson({ type: 'said', at: now(), callId, level, message } satisfies HookReport);
}

export function encodeEvent(callId: string | null, event: unknown, dispatch: DispatchPlace): string {
  const cuts: unknown[] = [];
  return writeJson({
    type: 'emitted',
    at: now(),
    callId,
    event: takeSnapshot(event, cuts),
    cuts,
    dispatch,
  } satisfies HookReport);
}

/**
 * The body stands as it is between two tabs, which no JSON text has in it: to quote a batch would cost the page more than
 * all else about the request. One that has tabs itself is quoted.
 */
export function encodeRequest(
  requestId: string,
  via: Transport,
  method: string,
  address: WrittenAddress,
  { text, ...encoding }: RequestBody,
  at: number,
): string {
  const about = writeJson({
    type: 'sending',
    at,
    requestId,
    via,
    method,
    ...address,
    ...encoding,
  } satisfies HookReport);
  return `${truncate(about, about.length - 1)},"body":${textIncludes(text, REPORT_DELIMITER) ? quote(text) : REPORT_DELIMITER + text + REPORT_DELIMITER}}`;
}

export function encodeRequestEnd(requestId: string, end: RequestEnd): string {
  return writeJson({ type: 'ended', at: now(), requestId, ...end } satisfies HookReport);
}

/** `requestId` may carry telemetry in a body that is read later, if at all; or a worker may that outlives the page. */
export function encodeUnread(requestId: string, by: 'page' | 'worker'): string {
  return writeJson({ type: 'unread', at: now(), requestId, by } satisfies HookReport);
}

export function encodeRead(requestId: string): string {
  return writeJson({ type: 'read', at: now(), requestId } satisfies HookReport);
}

/** `kept`: into the back/forward cache, from where it may come back with all that its SDK has queued. */
export function encodePageHide(isPersisted: boolean): string {
  return writeJson({ type: 'left', at: now(), kept: isPersisted } satisfies HookReport);
}

export function encodeNotFired(requestId: string): string {
  return writeJson({ type: 'not-fired', at: now(), requestId } satisfies HookReport);
}

/** Of an error its name and its message, as every error says of itself. */
function messageOf(error: unknown): string {
  try {
    return truncate(`${error}`, LIMITS.stringLength);
  } catch {
    return 'unreadable';
  }
}
