import type { DispatchContext } from '#core/journey/equal-events/dispatched-events';
import type { HookReport, OriginReport } from '#core/wire/page-messages';
import { REPORT_DELIMITER } from '#core/wire/report-limits';
import { ignoreErrors, now, quote, textIncludes, truncate } from '#page/builtins';
import type { RequestBody } from './bodies';
import type { TappedRequest } from './request-tap';
import type { SdkSettings } from './sdk';
import { LIMITS, takeSnapshot, writeJson } from './snapshot';

/**
 * Observations, their type first; they are written as JSON later, but a request at once.
 * Read again by `readReport` (lib/core/wire/hook-report.ts), which has the shapes.
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

export function encodeCall(
  callId: string,
  method: string,
  sdk: number,
  firedBy: string | null,
  { batchSize, hasDid, hasDispatcher }: SdkSettings,
  args: readonly unknown[],
  origin: OriginReport | undefined,
  pageUrl: string,
): Observation {
  const truncations: unknown[] = [];
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
    args: takeSnapshot(args, truncations),
    truncations,
    origin,
    pageUrl,
  };
}

export function encodeReturn(callId: string, settled: boolean): Observation {
  return { type: 'returned', at: now(), callId, settled };
}

export function encodeThrow(callId: string, error: unknown): Observation {
  return { type: 'threw', at: now(), callId, message: messageOf(error) };
}

export function encodeEvent(
  callId: string | null,
  event: unknown,
  dispatch: DispatchContext,
  pageUrl: string | undefined,
): Observation {
  const truncations: unknown[] = [];
  return {
    type: 'emitted',
    at: now(),
    callId,
    event: takeSnapshot(event, truncations),
    truncations,
    dispatch,
    pageUrl,
  };
}

/**
 * `url` is as the page wrote it, and relative to `base`: to make one of both takes the page's time, and the panel can do it.
 * The body stands as it is between two tabs, which no JSON text has in it: to quote a batch would cost the page more than
 * all else about the request. One that has tabs itself is quoted.
 */
export function encodeRequest(
  request: TappedRequest,
  base: string,
  { text, ...encoding }: RequestBody,
  pageUrl: string,
): string {
  const about = writeJson({
    type: 'sending',
    ...request,
    url: `${request.url}`,
    base,
    pageUrl,
    ...encoding,
  } satisfies HookReport);
  return `${truncate(about, about.length - 1)},"body":${textIncludes(text, REPORT_DELIMITER) ? quote(text) : REPORT_DELIMITER + text + REPORT_DELIMITER}}`;
}

/** Returns the name and the message of an error. */
function messageOf(error: unknown): string {
  return ignoreErrors(() => truncate(`${error}`, LIMITS.stringLength)) ?? 'unreadable';
}
