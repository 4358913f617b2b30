import { isJsonObject, type Json } from '#core/json/json';
import { cutDeepParts } from '#core/json/json-depth';
import type { RequestOrigin } from '#core/report/reported-finding';
import { type MessageText, message } from '#core/util/message';

/** A call or an event, or another value in its position. */
export interface InputItem {
  readonly json: Json;
  readonly origin?: RequestOrigin;
  /** Set if it is an unchanged part of the value that was read: not decoded from a text, and not truncated. */
  readonly isPart?: true;
  /** When it was recorded, in epoch milliseconds. Absent if it is from neither a capture file nor a HAR file. */
  readonly recordedAt?: number;
}

/** The contents of a JSON text: items to check, and remarks on their container. */
export interface InputContents {
  readonly items: readonly InputItem[];
  readonly remarks: readonly MessageText[];
}

/** Returns an item without what is too deep, as a page could hide events behind it. */
export function shallowItem(event: Json, origin?: RequestOrigin): InputItem {
  const { json } = cutDeepParts(event);
  return origin === undefined ? { json } : { json, origin };
}

/** Returns a remark on one request of a file. */
export function requestRemark({ entry, url }: RequestOrigin, text: MessageText): MessageText {
  return message('import.remark.request', { entry, url, message: text });
}

/** Returns all items and all remarks, in their order. */
export function joinContents(contents: readonly InputContents[]): InputContents {
  return {
    items: contents.flatMap(({ items }) => items),
    remarks: contents.flatMap(({ remarks }) => remarks),
  };
}

/** Whether JSON has the field that only an event has. */
export function hasEid(json: Json): boolean {
  return isJsonObject(json) && Object.hasOwn(json, 'eid');
}
