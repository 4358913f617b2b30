import type { SdkRef } from '../journey/record';
import { RAW } from '../messaging/raw-body';
import type { CarriedBody } from './bodies';
import { has, now, quote } from './builtins';
import type { RequestEnd, Transport } from './request-tap';
import { snapshot } from './snapshot';

/**
 * Writes sightings as JSON text. By hand, piece by piece: `JSON.stringify` of whole objects would run a page's
 * `Object.prototype.toJSON`. Read again by `readReport` (lib/messaging), which has the shapes.
 */

/** As the page wrote it, and what it is relative to: who reads it makes one of them, which takes the page's time here. */
interface WrittenAddress {
  readonly url: string;
  readonly base: string;
}

/** `fields` is JSON text already: further keys, each with a comma before it. Ids and method names need no quoting. */
function sighting(type: string, fields: string): string {
  return `{"type":"${type}","at":${now()}${fields}}`;
}

/** A sighting of plain values only; without a prototype no `toJSON` is looked for. */
function plainSighting(type: string, fields: object): string {
  return quote({ __proto__: null, type, at: now(), ...fields });
}

export function sdkText(sdk: number, global: string, generation: SdkRef['generation']): string {
  return plainSighting('sdk', { sdk, global, generation });
}

/** `settings` is JSON text already, of `settingsText`. */
export function calledText(
  callId: string,
  method: string,
  sdk: number,
  firedBy: string | null,
  settings: string,
  args: readonly unknown[],
): string {
  const about = `,"callId":"${callId}","method":"${method}","sdk":${sdk},"firedBy":${quote(firedBy)}${settings}`;
  return sighting('called', `${about},"args":${copied(args)}`);
}

/** The copy with its cuts, behind a key. */
function copied(value: unknown): string {
  const { text, cuts } = snapshot(value);
  return `${text},"cuts":${cuts}`;
}

/** `settled` is false where the call gave a promise: it is not over yet. */
export function returnedText(callId: string, settled: boolean): string {
  return sighting('returned', `,"callId":"${callId}","settled":${settled}`);
}

export function threwText(callId: string, error: unknown): string {
  return sighting('threw', `,"callId":"${callId}","message":${snapshot(messageOf(error)).text}`);
}

export function saidText(callId: string, level: string, message: string): string {
  return plainSighting('said', { callId, level, message });
}

export function emittedText(callId: string | null, detail: unknown): string {
  return sighting('emitted', `,"callId":${quote(callId)},"event":${copied(detail)}`);
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
  const written = has(text, RAW) ? quote(text) : RAW + text + RAW;
  const about = `,"requestId":"${requestId}","via":"${via}","method":${quote(method)},"url":${quote(url)},"base":${quote(base)}`;
  return sighting('sending', `${about},"encoding":"${encoding}","body":${written}`);
}

export function endedText(requestId: string, end: RequestEnd): string {
  return plainSighting('ended', { requestId, ...end });
}

/** `kept`: into the back/forward cache, from where it may come back with all that its SDK has queued. */
export function leftText(kept: boolean): string {
  return sighting('left', `,"kept":${kept}`);
}

export function notFiredText(requestId: string): string {
  return plainSighting('not-fired', { requestId });
}

/** Of an error its name and its message, as every error says of itself. */
function messageOf(error: unknown): string {
  try {
    return `${error}`;
  } catch {
    return 'unreadable';
  }
}
