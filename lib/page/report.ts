import type { SdkRef } from '../journey/record';
import { keysOf, now, quote } from './builtins';
import type { RequestEnd, Transport } from './request-tap';
import type { SdkSettings } from './sdk';
import { snapshot } from './snapshot';

/**
 * Writes sightings as JSON text. By hand, piece by piece: `JSON.stringify` of whole objects would run a page's
 * `Object.prototype.toJSON`. Read again by `readSighting` (lib/messaging), which has the shapes.
 */

/** `raw` is JSON text already: further keys, each with a comma before it. */
function sighting(type: string, fields: object, raw = ''): string {
  let text = `{"type":"${type}","at":${now()}`;
  const names = keysOf(fields);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as keyof typeof fields;
    text += `,"${name}":${quote(fields[name])}`;
  }
  return `${text}${raw}}`;
}

export function sdkText(sdk: number, global: string, generation: SdkRef['generation']): string {
  return sighting('sdk', { sdk, global, generation });
}

export interface CalledText {
  readonly callId: string;
  readonly method: string;
  readonly sdk: number;
  readonly firedBy: string | null;
  readonly settings: SdkSettings;
  readonly args: readonly unknown[];
}

export function calledText({ callId, method, sdk, firedBy, settings, args }: CalledText): string {
  const { text, cuts } = snapshot(args);
  return sighting('called', { callId, method, sdk, firedBy, ...settings }, `,"args":${text},"cuts":${cuts}`);
}

/** `settled` is false where the call gave a promise: it is not over yet. */
export function returnedText(callId: string, settled: boolean): string {
  return sighting('returned', { callId, settled });
}

export function threwText(callId: string, error: unknown): string {
  return sighting('threw', { callId }, `,"message":${snapshot(messageOf(error)).text}`);
}

export function saidText(callId: string, level: string, message: string): string {
  return sighting('said', { callId, level, message });
}

export function emittedText(callId: string | null, detail: unknown): string {
  const { text, cuts } = snapshot(detail);
  return sighting('emitted', { callId }, `,"event":${text},"cuts":${cuts}`);
}

export interface SendingText {
  readonly requestId: string;
  readonly via: Transport;
  readonly method: string;
  readonly url: string;
  readonly encoding: 'text' | 'gzip';
  readonly body: string;
}

export function sendingText(sending: SendingText): string {
  return sighting('sending', sending);
}

export function endedText(requestId: string, end: RequestEnd): string {
  return sighting('ended', { requestId, ...end });
}

/** `kept`: into the back/forward cache, from where it may come back with all that its SDK has queued. */
export function leftText(kept: boolean): string {
  return sighting('left', { kept });
}

export function notFiredText(requestId: string): string {
  return sighting('not-fired', { requestId });
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : `${error}`;
  } catch {
    return 'unreadable error';
  }
}
