import type { SdkRef } from '../journey/record';
import { RAW } from '../messaging/raw-body';
import type { CarriedBody } from './bodies';
import { has, now, quote, shorten } from './builtins';
import type { RequestEnd, Transport } from './request-tap';
import type { SdkSettings } from './sdk';
import { NO_CUTS, write } from './snapshot';

/** Sightings as JSON text, their type first. Read again by `readReport` (lib/messaging), which has the shapes. */

/** As the page wrote it, and what it is relative to: who reads it makes one of them, which takes the page's time here. */
interface WrittenAddress {
  readonly url: string;
  readonly base: string;
}

export function sdkText(sdk: number, global: string, generation: SdkRef['generation']): string {
  return write({ type: 'sdk', at: now(), sdk, global, generation });
}

export function calledText(
  callId: string,
  method: string,
  sdk: number,
  firedBy: string | null,
  { batchSize, hasDid }: SdkSettings,
  args: readonly unknown[],
): string {
  const at = now();
  return write({ type: 'called', at, callId, method, sdk, firedBy, batchSize, hasDid, args, cuts: NO_CUTS }, 'args');
}

/** `settled` is false where the call gave a promise: it is not over yet. */
export function returnedText(callId: string, settled: boolean): string {
  return write({ type: 'returned', at: now(), callId, settled });
}

export function threwText(callId: string, error: unknown): string {
  return write({ type: 'threw', at: now(), callId, message: messageOf(error) }, 'message');
}

export function saidText(callId: string, level: string, message: string): string {
  return write({ type: 'said', at: now(), callId, level, message });
}

export function emittedText(callId: string | null, event: unknown): string {
  return write({ type: 'emitted', at: now(), callId, event, cuts: NO_CUTS }, 'event');
}

/**
 * The body stands as it is between two tabs, which no JSON text has in it: to quote a batch would cost the page more than
 * all else about the request. One that has tabs itself is quoted.
 */
export function sendingText(
  requestId: string,
  via: Transport,
  method: string,
  { url, base }: WrittenAddress,
  { encoding, text }: CarriedBody,
): string {
  const about = write({ type: 'sending', at: now(), requestId, via, method, url, base, encoding });
  return `${shorten(about, about.length - 1)},"body":${has(text, RAW) ? quote(text) : RAW + text + RAW}}`;
}

export function endedText(requestId: string, { end, status, message }: RequestEnd): string {
  return write({ type: 'ended', at: now(), requestId, end, status, message });
}

/** `kept`: into the back/forward cache, from where it may come back with all that its SDK has queued. */
export function leftText(kept: boolean): string {
  return write({ type: 'left', at: now(), kept });
}

export function notFiredText(requestId: string): string {
  return write({ type: 'not-fired', at: now(), requestId });
}

/** Of an error its name and its message, as every error says of itself. */
function messageOf(error: unknown): string {
  try {
    return `${error}`;
  } catch {
    return 'unreadable';
  }
}
