import { fail, type Result, succeed } from '#core/util/result';
import type { Json } from './json';
import { isDeeperThan, MAX_JSON_DEPTH } from './json-depth';
import { faultOf, type JsonFault } from './json-fault';

/** Reads JSON text; a fault names the place and what is needed there. Nesting deeper than `maxDepth` is a fault. */
export function readJson(text: string, maxDepth = MAX_JSON_DEPTH): Result<Json, JsonFault> {
  try {
    const json: Json = JSON.parse(text);
    if (!isDeeperThan(json, maxDepth)) return succeed(json);
  } catch {
    // JSON.parse throws on bad text only; why is asked of our own scanner, whose words are the same in every engine.
  }
  return fail(faultOf(text, maxDepth) ?? { offset: 0, line: 1, column: 1, message: 'This is not JSON.' });
}
