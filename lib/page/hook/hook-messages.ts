import type { DispatchPlace, HookReport } from '#core/journey/page-messages';
import type { SdkRef } from '#core/journey/record';
import { REPORT_DELIMITER } from '#core/journey/report-limits';
import { ignoreErrors, now, quote, textIncludes, truncate } from '#page/builtins';
import type { RequestBody } from './bodies';
import type { RequestEnd, Transport } from './request-tap';
import type { SdkSettings } from './sdk';
import { LIMITS, takeSnapshot, writeJson } from './snapshot';

/**
 * Observations, their type first; they are written as JSON later, but a request at once.
 * Read again by `readReport` (lib/core/journey/reports), which has the shapes.
 */
export type Observation = Exclude<HookReport, { type: 'sending' }> | string;

/** Writes the observations of one report. */
export function writeReport(observations: readonly Observation[]): string {
  let text = '';
  for (let index = 0; index < observations.length; index += 1) {
    const observation = observations[index] as Observation;
    text += (text && ',') + (typeof observation === 'string' ? observation : writeJson(observation));
  }
  return `[${text}]`;
}

export function encodeSdk(sdk: number, global: string, generation: SdkRef['generation']): Observation {
  return { type: 'sdk', at: now(), sdk, global, generation };
}

export function encodeCall(
  callId: string,
  method: string,
  sdk: number,
  firedBy: string | null,
  { batchSize, hasDid, hasDispatcher }: SdkSettings,
  args: readonly unknown[],
  stack: string | undefined,
): Observation {
  const cuts: unknown[] = [];
  // One object without a spread: a spread takes as long as copying the arguments (bench: hook).
  return {
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
  };
}

export function encodeReturn(callId: string, settled: boolean): Observation {
  return { type: 'returned', at: now(), callId, settled };
}

export function encodeThrow(callId: string, error: unknown): Observation {
  return { type: 'threw', at: now(), callId, message: messageOf(error) };
}

export function encodeConsoleMessage(callId: string, level: string, message: string): Observation {
  return { type: 'said', at: now(), callId, level, message };
}

export function encodeEvent(callId: string | null, event: unknown, dispatch: DispatchPlace): Observation {
  const cuts: unknown[] = [];
  return {
    type: 'emitted',
    at: now(),
    callId,
    event: takeSnapshot(event, cuts),
    cuts,
    dispatch,
  };
}

/**
 * `url` is as the page wrote it, and relative to `base`: to make one of both takes the page's time, and the panel can do it.
 * The body stands as it is between two tabs, which no JSON text has in it: to quote a batch would cost the page more than
 * all else about the request. One that has tabs itself is quoted.
 */
export function encodeRequest(
  requestId: string,
  via: Transport,
  method: string,
  url: string,
  base: string,
  { text, ...encoding }: RequestBody,
  at: number,
): string {
  const about = writeJson({
    type: 'sending',
    at,
    requestId,
    via,
    method,
    url,
    base,
    ...encoding,
  } satisfies HookReport);
  return `${truncate(about, about.length - 1)},"body":${textIncludes(text, REPORT_DELIMITER) ? quote(text) : REPORT_DELIMITER + text + REPORT_DELIMITER}}`;
}

export function encodeRequestEnd(requestId: string, end: RequestEnd): Observation {
  return { type: 'ended', at: now(), requestId, ...end };
}

/** `requestId` may carry telemetry in a body that is read later, if at all; or a worker may that outlives the page. */
export function encodeUnread(requestId: string, by: 'page' | 'worker'): Observation {
  return { type: 'unread', at: now(), requestId, by };
}

export function encodeRead(requestId: string): Observation {
  return { type: 'read', at: now(), requestId };
}

export function encodeNotFired(requestId: string): Observation {
  return { type: 'not-fired', at: now(), requestId };
}

/** Of an error its name and its message, as every error says of itself. */
function messageOf(error: unknown): string {
  return ignoreErrors(() => truncate(`${error}`, LIMITS.stringLength)) ?? 'unreadable';
}
