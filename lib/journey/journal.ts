import { isJsonObject, type Json } from '../json';
import type { Finding, Verdict } from '../telemetry/findings';
import type {
  CallSighting,
  Cut,
  EpochMilliseconds,
  FrameRef,
  RequestSighting,
  SdkRef,
  TelemetryRecord,
} from './record';

/** The rules and the words of the telemetry definitions, handed in. */
export interface JournalRules {
  readonly validateCall: (method: string, args: readonly Json[]) => Verdict;
  readonly validateEvent: (event: Json) => Verdict;
  readonly headlineOfCall: (method: string, args: readonly Json[]) => string;
  readonly headlineOfEvent: (event: Json) => string;
}

/** Where a sighting comes from. `documentKey` tells one document from the next in the same frame. */
export interface SightingPlace {
  readonly documentKey: string;
  readonly frame: FrameRef;
}

export interface SeenCall {
  readonly callId: string;
  readonly method: string;
  readonly args: readonly Json[];
  readonly cuts: readonly Cut[];
  readonly at: EpochMilliseconds;
  readonly sdk: SdkRef | null;
  /** The panel's request, where the panel fired it. */
  readonly firedBy: string | null;
}

export interface SeenEvent {
  readonly callId: string | null;
  readonly event: Json;
  readonly cuts: readonly Cut[];
  readonly at: EpochMilliseconds;
}

/** A request that carried telemetry, as DevTools saw it. */
export type SeenRequest = Omit<RequestSighting, 'batchSize' | 'indexInBatch'> & { readonly events: readonly Json[] };

/**
 * Joins the sightings of events into one record per event: the call with what the SDK raised inside it, and that with
 * the requests that carried it (by `mid`). Every method answers with the records that it made or replaced.
 */
export interface Journal {
  called(call: SeenCall, place: SightingPlace): readonly TelemetryRecord[];
  settled(callId: string, outcome: CallSighting['outcome'], place: SightingPlace): readonly TelemetryRecord[];
  emitted(event: SeenEvent, place: SightingPlace): readonly TelemetryRecord[];
  requested(request: SeenRequest): readonly TelemetryRecord[];
  /** The text of a request's answer, which DevTools hands out later than the request. */
  answered(requestId: string, answer: string): readonly TelemetryRecord[];
  /** Forgets everything; row numbers go on, so that a row is never two things. */
  clear(): void;
  lastRow(): number;
}

export function createJournal(rules: JournalRules): Journal {
  const records = new Map<number, TelemetryRecord>();
  const rowOfCall = new Map<string, number>();
  const rowsOfMid = new Map<string, number[]>();
  const rowsOfRequest = new Map<string, readonly number[]>();
  /** Asynchronous calls that have raised nothing yet, oldest first, by document. */
  const openStarts = new Map<string, number[]>();
  let lastRow = 0;

  const put = (record: TelemetryRecord): TelemetryRecord => {
    records.set(record.row, record);
    return record;
  };
  const add = (record: Omit<TelemetryRecord, 'row'>): TelemetryRecord => {
    lastRow += 1;
    return put({ row: lastRow, ...record });
  };

  /** 2.x `start` waits for the device's fingerprint: its event comes when the call is long over. */
  const takeOpenStart = (event: SeenEvent, place: SightingPlace): TelemetryRecord | null => {
    const rows =
      event.callId === null && textAt(event.event, 'eid') === 'START' ? openStarts.get(place.documentKey) : undefined;
    const row = rows?.shift();
    return row === undefined ? null : (records.get(row) ?? null);
  };

  const callOf = (event: SeenEvent, place: SightingPlace): TelemetryRecord | null => {
    const row = event.callId === null ? undefined : rowOfCall.get(callKey(event.callId, place));
    const record = row === undefined ? undefined : records.get(row);
    // One call raises one event. A second one inside it was raised by somebody else.
    return record && record.event === null ? record : takeOpenStart(event, place);
  };

  const noteMid = (event: Json, row: number): void => {
    const mid = textAt(event, 'mid');
    if (mid === null || mid === '') return;
    const rows = rowsOfMid.get(mid);
    if (rows) rows.push(row);
    else rowsOfMid.set(mid, [row]);
  };

  /** Where several events share a mid, the n-th in the batch is the n-th that is still on its way. */
  const carried = (event: Json, requestId: string): TelemetryRecord | null => {
    const rows = rowsOfMid.get(textAt(event, 'mid') ?? '') ?? [];
    const candidates = rows.flatMap((row) => records.get(row) ?? []);
    const free = candidates.filter(
      (record) => sameKind(record, event) && record.requests.every((request) => request.id !== requestId),
    );
    return free.find((record) => record.requests.length === 0) ?? free[0] ?? null;
  };

  return {
    called(call, place) {
      const { callId, sdk, firedBy, ...seen } = call;
      const verdict = rules.validateCall(call.method, call.args);
      const record = add({
        kind: verdict.kind,
        name: call.method,
        headline: rules.headlineOfCall(call.method, call.args),
        at: call.at,
        frame: place.frame,
        sdk,
        firedBy: firedBy === null ? { from: 'page' } : { from: 'panel', requestId: firedBy },
        call: { id: callId, ...seen, outcome: { status: 'running' } },
        event: null,
        requests: [],
        verdict: verdict.verdict,
        findings: verdict.findings,
      });
      rowOfCall.set(callKey(callId, place), record.row);
      return [record];
    },

    settled(callId, outcome, place) {
      const record = records.get(rowOfCall.get(callKey(callId, place)) ?? -1);
      if (!record?.call) return [];
      if (record.event === null && record.kind === 'start' && outcome.status === 'returned') {
        const rows = openStarts.get(place.documentKey) ?? [];
        openStarts.set(place.documentKey, [...rows, record.row]);
      }
      return [put({ ...record, call: { ...record.call, outcome } })];
    },

    emitted(seen, place) {
      const event = { seenIn: 'page', json: seen.event, cuts: seen.cuts, at: seen.at } as const;
      const verdict = rules.validateEvent(seen.event);
      const called = callOf(seen, place);
      const record = called
        ? put(withFindings({ ...called, event }, verdict.findings))
        : add({
            kind: verdict.kind,
            name: textAt(seen.event, 'eid') ?? 'no eid',
            headline: rules.headlineOfEvent(seen.event),
            at: seen.at,
            frame: place.frame,
            sdk: null,
            firedBy: { from: 'page' },
            call: null,
            event,
            requests: [],
            verdict: verdict.verdict,
            findings: verdict.findings,
          });
      noteMid(seen.event, record.row);
      return [record];
    },

    requested({ events, ...request }) {
      const carriedRecords = events.map((json, indexInBatch) => {
        const sighting = { ...request, batchSize: events.length, indexInBatch };
        const known = carried(json, request.id);
        if (known) return put({ ...known, requests: [...known.requests, sighting] });
        const verdict = rules.validateEvent(json);
        const record = add({
          kind: verdict.kind,
          name: textAt(json, 'eid') ?? 'no eid',
          headline: rules.headlineOfEvent(json),
          at: request.at,
          frame: { frameId: 0, url: '' },
          sdk: null,
          firedBy: { from: 'page' },
          call: null,
          event: { seenIn: 'request', json, cuts: [], at: request.at },
          requests: [sighting],
          verdict: verdict.verdict,
          findings: verdict.findings,
        });
        noteMid(json, record.row);
        return record;
      });
      rowsOfRequest.set(
        request.id,
        carriedRecords.map(({ row }) => row),
      );
      return carriedRecords;
    },

    answered(requestId, answer) {
      const rows = rowsOfRequest.get(requestId) ?? [];
      rowsOfRequest.delete(requestId);
      return rows.flatMap((row) => {
        const record = records.get(row);
        return record ? [put({ ...record, requests: withAnswer(record.requests, requestId, answer) })] : [];
      });
    },

    clear() {
      records.clear();
      rowOfCall.clear();
      rowsOfMid.clear();
      rowsOfRequest.clear();
      openStarts.clear();
    },

    lastRow: () => lastRow,
  };
}

/** A called event keeps what the definitions say of the call, and adds what only its envelope shows. */
function withFindings(record: TelemetryRecord, ofEvent: readonly Finding[]): TelemetryRecord {
  const findings = [...record.findings, ...ofEvent.filter((finding) => finding.ruleSet === 'envelope')];
  if (record.verdict === 'unknown') return { ...record, findings };
  const invalid = findings.some((finding) => finding.severity === 'error');
  return { ...record, findings, verdict: invalid ? 'invalid' : 'valid' };
}

function withAnswer(requests: readonly RequestSighting[], id: string, answer: string): readonly RequestSighting[] {
  return requests.map((request) => (request.id === id ? { ...request, answer } : request));
}

function callKey(callId: string, place: SightingPlace): string {
  return `${place.documentKey} ${callId}`;
}

function sameKind(record: TelemetryRecord, event: Json): boolean {
  return textAt(record.event?.json ?? null, 'eid') === textAt(event, 'eid');
}

function textAt(event: Json, key: string): string | null {
  const value = isJsonObject(event) && Object.hasOwn(event, key) ? event[key] : undefined;
  return typeof value === 'string' ? value : null;
}
