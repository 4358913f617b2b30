import type { HookReport } from '#core/journey/page-messages';
import type { SdkRef } from '#core/journey/record';
import { RAW } from '#core/journey/report-limits';
import { has, now, quote, shorten } from '#page/builtins';
import type { CarriedBody } from './bodies';
import type { RequestEnd, Transport } from './request-tap';
import type { SdkSettings } from './sdk';
import { LIMITS, takeSnapshot, write } from './snapshot';

/** Sightings as JSON text, their type first. Read again by `readReport` (lib/extension/protocol), which has the shapes. */

/** As the page wrote it, and what it is relative to: who reads it makes one of them, which takes the page's time here. */
interface WrittenAddress {
  readonly url: string;
  readonly base: string;
}

export function sdkText(sdk: number, global: string, generation: SdkRef['generation']): string {
  return write({ type: 'sdk', at: now(), sdk, global, generation } satisfies HookReport);
}

export function calledText(
  callId: string,
  method: string,
  sdk: number,
  firedBy: string | null,
  { batchSize, hasDid }: SdkSettings,
  args: readonly unknown[],
): string {
  const cuts: unknown[] = [];
  // One object, without another spread into it: that takes as long as to copy the arguments.
  return write({
    type: 'called',
    at: now(),
    callId,
    method,
    sdk,
    firedBy,
    batchSize,
    hasDid,
    args: takeSnapshot(args, cuts),
    cuts,
  } satisfies HookReport);
}

type Returned = Extract<HookReport, { type: 'returned' }>;
type Field<Name extends keyof Returned> = Name;
type ReturnedText =
  `{"type":"returned","${Field<'at'>}":${number},"${Field<'callId'>}":"${string}","${Field<'settled'>}":${boolean}}`;

export function returnedText(callId: string, settled: boolean): string {
  // Written by hand, as every call has one: to have JSON write it takes as long as to copy the arguments.
  return `{"type":"returned","at":${now()},"callId":"${callId}","settled":${settled}}` satisfies ReturnedText;
}

export function threwText(callId: string, error: unknown): string {
  return write({ type: 'threw', at: now(), callId, message: messageOf(error) } satisfies HookReport);
}

export function saidText(callId: string, level: string, message: string): string {
  return write({ type: 'said', at: now(), callId, level, message } satisfies HookReport);
}

export function emittedText(callId: string | null, event: unknown): string {
  const cuts: unknown[] = [];
  return write({ type: 'emitted', at: now(), callId, event: takeSnapshot(event, cuts), cuts } satisfies HookReport);
}

/**
 * The body stands as it is between two tabs, which no JSON text has in it: to quote a batch would cost the page more than
 * all else about the request. One that has tabs itself is quoted.
 */
export function sendingText(
  requestId: string,
  via: Transport,
  method: string,
  address: WrittenAddress,
  { encoding, text }: CarriedBody,
): string {
  const about = write({
    type: 'sending',
    at: now(),
    requestId,
    via,
    method,
    ...address,
    encoding,
  } satisfies HookReport);
  return `${shorten(about, about.length - 1)},"body":${has(text, RAW) ? quote(text) : RAW + text + RAW}}`;
}

export function endedText(requestId: string, end: RequestEnd): string {
  return write({ type: 'ended', at: now(), requestId, ...end } satisfies HookReport);
}

/** `kept`: into the back/forward cache, from where it may come back with all that its SDK has queued. */
export function leftText(kept: boolean): string {
  return write({ type: 'left', at: now(), kept } satisfies HookReport);
}

export function notFiredText(requestId: string): string {
  return write({ type: 'not-fired', at: now(), requestId } satisfies HookReport);
}

/** Of an error its name and its message, as every error says of itself. */
function messageOf(error: unknown): string {
  try {
    return shorten(`${error}`, LIMITS.stringLength);
  } catch {
    return 'unreadable';
  }
}
