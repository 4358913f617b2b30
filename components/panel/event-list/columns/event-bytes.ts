import type { Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * How large an event is as JSON, in bytes of UTF-8.
 * The event where one was seen, else the arguments of its call.
 */
export function eventBytes({ event, call }: Pick<JudgedRecord, 'event' | 'call'>): number {
  return utf8Bytes(textOf(event?.json ?? call?.args ?? null));
}

function textOf(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than JSON.stringify allows.
    return '';
  }
}

/**
 * Without making the bytes.
 * A lone surrogate is written as U+FFFD, three bytes; JSON escapes them anyway.
 */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 2;
    else bytes += 1;
  }
  return bytes;
}
