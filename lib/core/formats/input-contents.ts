import { isJsonObject, type Json } from '#core/json/json';
import { replaceDeepParts } from '#core/json/json-depth';
import type { RequestOrigin } from '#core/report/reported-finding';
import { type MessageText, message } from '#core/util/message';

/** An item of an input: a call, an event, or another value in place of a call or an event. */
export interface InputItem {
  readonly json: Json;
  readonly origin?: RequestOrigin;
  /** Set if the item is an unchanged part of the parsed value: not decoded from a string, not truncated. */
  readonly isPart?: true;
  /**
   * When the item was recorded, in epoch milliseconds.
   * Absent unless it is from a capture file or a HAR file.
   */
  readonly recordedAt?: number;
  /** When a pipeline received the batch with the event, in epoch milliseconds. Absent if the batch doesn't have it. */
  readonly receivedAt?: number;
  /** The record of a capture file that the item is from. */
  readonly record?: Json;
}

/** The contents of a JSON text: items to check, and warnings about their container. */
export interface InputContents {
  readonly items: readonly InputItem[];
  readonly warnings: readonly MessageText[];
}

/** Creates an item. Parts nested too deeply are removed, because a page could hide events behind them. */
export function toShallowItem(event: Json, origin?: RequestOrigin): InputItem {
  const { json } = replaceDeepParts(event);
  return origin === undefined ? { json } : { json, origin };
}

/** Returns a warning about one request of a file. */
export function requestWarning({ entry, url }: RequestOrigin, text: MessageText): MessageText {
  return message('import.warning.request', { entry, url, message: text });
}

/** Returns all items and all warnings, in their order. */
export function joinContents(contents: readonly InputContents[]): InputContents {
  return {
    items: contents.flatMap(({ items }) => items),
    warnings: contents.flatMap(({ warnings }) => warnings),
  };
}

/** Whether JSON has the field that only an event has. */
export function hasEid(json: Json): boolean {
  return isJsonObject(json) && Object.hasOwn(json, 'eid');
}
