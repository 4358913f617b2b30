import { createRequestBook } from '#core/journey/request-matcher';
import { isJsonArray, isJsonObject, type Json, valueAt } from '#core/json/json';
import { findingText } from '#core/report/messages';
import { checkCall, checkEvent } from '#core/rules/checks';
import { batchOf, checkBatch } from '#core/telemetry/batch';
import { foundParams } from '#core/telemetry/finding-params';
import type { Finding, Verdict } from '#core/telemetry/findings';
import { harEntries, postedJson } from './har-entries';
import { readHarRequest } from './har-request';

/** What a JSON text holds: items to check, and remarks on what held them. */
export interface Contents {
  readonly items: readonly Json[];
  readonly remarks: readonly string[];
}

/** The calls and events in a JSON text: itself, the items of an array, the events of a batch, the requests of a HAR. */
export function contentsOf(json: Json): Contents {
  if (isJsonArray(json)) return join(json.map(itemContents));
  const entries = harEntries(json);
  return entries ? harContents(entries) : itemContents(json);
}

function itemContents(json: Json): Contents {
  const batch = batchOf(json);
  if (batch === null) return { items: [json], remarks: [] };
  const remarks = checkBatch(batch).map((finding) => `Batch: ${findingText(finding)}`);
  return { items: batch.events, remarks };
}

/** Requests that carry no telemetry are no items: a HAR holds everything that a page asked for. */
function harContents(entries: readonly Json[]): Contents {
  const isContinued = createContinuation();
  const found = join(
    entries.flatMap((entry, index) => {
      const body = postedJson(entry);
      return body === null || batchOf(body) === null || isContinued(entry, index) ? [] : [itemContents(body)];
    }),
  );
  if (found.items.length > 0) return found;
  return { items: [], remarks: [`None of the ${entries.length} requests of this HAR file carries telemetry events.`] };
}

/** Tells the next request of a redirect, and the request of a service worker for its page, from a request of its own. */
function createContinuation(): (entry: Json, index: number) => boolean {
  const requests = createRequestBook();
  return (entry, index) => {
    const request = readHarRequest(entry);
    if (request === null) return false;
    const seen = { ...request, id: `${index}`, via: 'unseen', bodyBytes: 0, bodyKey: request.body ?? '' } as const;
    return requests.addFromDevtools(seen).type === 'known';
  };
}

function join(contents: readonly Contents[]): Contents {
  return {
    items: contents.flatMap(({ items }) => items),
    remarks: contents.flatMap(({ remarks }) => remarks),
  };
}

/** Judges one item: a call `{"method", "args"}` or an event `{"eid", …}`. */
export function checkItem(item: Json): Verdict {
  if (!isJsonObject(item)) return neither([], { reason: 'not-a-call', found: foundParams(item) });
  if (Object.hasOwn(item, 'eid')) return checkEvent(item);
  const [method, args] = [valueAt(item, ['method']), valueAt(item, ['args'])];
  if (typeof method !== 'string') return neither([], { reason: 'neither-call-nor-event' });
  if (!isJsonArray(args)) return neither(['args'], { reason: 'arguments-not-array' });
  return checkCall(method, args);
}

function neither(path: Finding['path'], params: Finding['params']): Verdict {
  const finding: Finding = { ruleSet: 'envelope', severity: 'error', code: 'wrong-type', path, params };
  return { verdict: 'unknown', kind: null, findings: [finding] };
}
