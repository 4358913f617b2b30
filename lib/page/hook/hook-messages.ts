import type { DispatchContext } from '#core/journey/equal-events/dispatched-events';
import type { HookReport, OriginReport } from '#core/wire/page-messages';
import { REPORT_DELIMITER } from '#core/wire/report-limits';
import { ignoreErrors, now, stringifyJson, textIncludes, truncate } from '#page/builtins';
import type { RequestBody } from './bodies';
import type { TappedRequest } from './request-tap';
import type { SdkSettings } from './sdk';
import { LIMITS, takeSnapshot, writeJson } from './snapshot';

/**
 * An observation of the hook.
 * A request is a JSON text already. The others are objects that are written as JSON later. `readReport`
 * (lib/core/wire/hook-report.ts) parses the JSON and defines the shapes.
 */
export type Observation = Exclude<HookReport, { type: 'sending' }> | string;

/** Formats the observations of one report as a JSON array. */
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
  // An object literal without a spread, which would take as long as copying the arguments (bench: hook).
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
 * Formats an observed request.
 * `url` is unresolved and relative to `base`, because the panel can resolve it off the page's thread. The body is
 * written unquoted between two tabs, which `JSON.stringify` never writes. Quoting a batch would take the page more time
 * than everything else about the request. A body that contains tabs is quoted.
 */
export function encodeRequest(
  request: TappedRequest,
  base: string,
  { text, ...encoding }: RequestBody,
  pageUrl: string,
): string {
  const json = writeJson({
    type: 'sending',
    ...request,
    url: `${request.url}`,
    base,
    pageUrl,
    ...encoding,
  } satisfies HookReport);
  return `${truncate(json, json.length - 1)},"body":${textIncludes(text, REPORT_DELIMITER) ? stringifyJson(text) : REPORT_DELIMITER + text + REPORT_DELIMITER}}`;
}

/** Returns the name and the message of an error. */
function messageOf(error: unknown): string {
  return ignoreErrors(() => truncate(`${error}`, LIMITS.stringLength)) ?? 'unreadable';
}
