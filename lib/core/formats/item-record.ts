import type { TelemetryRecord } from '#core/journey/record';
import { type Json, stringAt, valueAt } from '#core/json/json';
import { kindOfSubject, type Subject } from '#core/telemetry/findings';
import { MAX_EPOCH_MS } from '#core/util/epoch';

const FRAME = { frameId: 0, url: '' };

/**
 * Creates the record of a call or an event without page and request.
 * Rows count from 1.
 */
export function recordOfSubject(subject: Subject, row: number): TelemetryRecord {
  const parts = subject.type === 'event' ? partsOfEvent(subject.json) : partsOfCall(subject.method, subject.args, row);
  return {
    row,
    kind: kindOfSubject(subject),
    ...parts,
    frame: FRAME,
    documentKey: '',
    sdk: null,
    firedBy: { type: 'page' },
    requests: [],
    changes: [],
    lost: false,
  };
}

type Parts = Pick<TelemetryRecord, 'name' | 'at' | 'call' | 'event'>;

function partsOfEvent(json: Json): Parts {
  const ets = valueAt(json, ['ets']);
  const at = typeof ets === 'number' && Math.abs(ets) <= MAX_EPOCH_MS ? ets : 0;
  return {
    name: stringAt(json, ['eid']) ?? '',
    at,
    call: null,
    event: { observedIn: 'file', json, truncations: [], at, eventsEmittedBefore: 0 },
  };
}

function partsOfCall(method: string, args: readonly Json[], row: number): Parts {
  const outcome = { status: 'running' } as const;
  const call = {
    id: String(row),
    method,
    args,
    truncations: [],
    at: 0,
    batchSize: null,
    hasDid: null,
    consoleMessages: [],
    outcome,
  };
  return { name: method, at: 0, call, event: null };
}
