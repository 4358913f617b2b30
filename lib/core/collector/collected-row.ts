import { blank, EMPTY, withSecrets } from '#core/journey/correlator/new-record';
import type {
  ObservedEvent,
  ObservedRequest,
  ObservedSecret,
  Omitted,
  RequestSender,
  TelemetryRecord,
} from '#core/journey/record';
import { type Json, parseJson } from '#core/json/json';
import {
  type FindingSummary,
  type JudgedRecord,
  type PlainJudgedRecord,
  toPlainRecord,
} from '#core/stream/judged-record';
import type { RejectedBody } from '#core/telemetry/body/rejected-body';
import { type PackedText, packedBytes, type TextPacker, unpackText } from './packed-text';

/** Fields that few events have. */
interface RareFields {
  readonly secrets?: readonly ObservedSecret[];
  readonly truncations: ObservedEvent['truncations'];
  readonly omitted?: Omitted;
  readonly rejected?: RejectedBody;
  readonly changes: TelemetryRecord['changes'];
}

/** The fields of a request that all rows of its batch share. */
export type BatchRequest = Omit<ObservedRequest, 'indexInBatch' | 'copies' | 'carriedEvent'>;

const NO_SENDER: RequestSender = { address: '', page: '', userAgent: '', stamped: {} };

/** Functions that the rows of a collection share. */
export interface RowDeps {
  readonly packer: TextPacker;
  /** Unpacks the record of a row, or returns the cached one. */
  readonly recordOf: (row: CollectedRow) => TelemetryRecord;
  /** Judges the record of a row, or returns the cached judgement. */
  readonly viewOf: (row: CollectedRow) => JudgedRecord;
  readonly sharesMid: (row: number) => boolean;
}

/**
 * A judged record whose event is packed.
 * 100,000 events of 1 kB take 150 MB, and 700 MB as objects (`npm run bench:cli`).
 * Reading the event unpacks it, and reading the findings runs the rules. Spread `observed`: a spread of the row has no
 * fields of the record.
 */
export class CollectedRow implements JudgedRecord {
  readonly row: number;
  readonly kind: TelemetryRecord['kind'];
  readonly name: string;
  readonly at: number;
  readonly frame: TelemetryRecord['frame'];
  readonly documentKey: string;
  readonly sender: RequestSender;
  readonly summary: FindingSummary;
  readonly packed: PackedText;
  /** A new row shares the object of its batch. A separate object for each row would take 150 bytes more. */
  readonly #requests: readonly ObservedRequest[] | BatchRequest;
  readonly #indexInBatch: number;
  readonly #rare: RareFields | null;
  readonly #deps: RowDeps;

  /**
   * @param record the record of an event that was received in a request.
   * @param shared the request of a new row, or the packed event of the replaced row.
   * `draft` is the last draft of `deps.packer`, if it is the JSON text of the event.
   */
  constructor(
    record: TelemetryRecord,
    summary: FindingSummary,
    deps: RowDeps,
    shared: { readonly request: BatchRequest; readonly draft: PackedText | null } | { readonly packed: PackedText },
  ) {
    this.row = record.row;
    this.kind = record.kind;
    this.name = record.name;
    this.at = record.at;
    this.frame = record.frame;
    this.documentKey = record.documentKey;
    this.sender = record.sender ?? NO_SENDER;
    this.summary = summary;
    this.packed = 'packed' in shared ? shared.packed : packEvent(record, shared.draft, deps.packer);
    this.#requests = 'request' in shared ? shared.request : record.requests;
    this.#indexInBatch = record.requests[0]?.indexInBatch ?? 0;
    this.#rare = rareFieldsOf(record);
    this.#deps = deps;
  }

  /** Returns the row with changed ends of its requests. No verdict depends on them. */
  withRequests(requests: readonly ObservedRequest[]): CollectedRow {
    const event = { ...this.#observation(), json: null };
    return new CollectedRow({ ...this.#fields(), event, requests }, this.summary, this.#deps, this);
  }

  /** Returns the record with its unpacked event. */
  unpack(): TelemetryRecord {
    return { ...this.#fields(), event: { ...this.#observation(), json: this.json } };
  }

  /**
   * Returns the JSON of the record in three parts.
   * The event is a view of the shared buffer, neither parsed nor copied: do not write to it.
   */
  observedParts(): readonly [before: string, event: Uint8Array, after: string] {
    const record = JSON.stringify(this.#fields()).slice(0, -1);
    const observation = JSON.stringify(this.#observation()).slice(0, -1);
    return [`${record},"event":${observation},"json":`, packedBytes(this.packed), '}}'];
  }

  /** Returns the record without its event. Avoids a spread, which is several times slower, if no field is rare. */
  #fields(): Omit<TelemetryRecord, 'event'> {
    const { row, kind, name, at, frame, documentKey, sender, requests, changes } = this;
    const { sdk, firedBy, call, lost } = blank;
    const fields = { sdk, firedBy, call, requests, changes, lost, row, kind, name, at, frame, documentKey, sender };
    if (this.#rare === null) return fields;
    const { secrets = EMPTY, omitted, rejected } = this.#rare;
    return { ...fields, ...(omitted && { omitted }), ...(rejected && { rejected }), ...withSecrets(secrets) };
  }

  #observation(): Omit<ObservedEvent, 'json'> {
    const first = 'length' in this.#requests ? this.#requests[0] : this.#requests;
    const truncations = this.#rare?.truncations ?? EMPTY;
    return { observedIn: 'request', truncations, at: first?.at ?? this.at, eventsEmittedBefore: 0 };
  }

  get requests(): readonly ObservedRequest[] {
    if ('length' in this.#requests) return this.#requests;
    return [{ ...this.#requests, indexInBatch: this.#indexInBatch, copies: 1, carriedEvent: null }];
  }
  /** The event of the first request. */
  get json(): Json {
    return parseJson(unpackText(this.packed)) ?? null;
  }
  /** Whether no part of the event was truncated. */
  get isComplete(): boolean {
    return (this.#rare?.truncations.length ?? 0) === 0;
  }

  get observed(): TelemetryRecord {
    return this.#deps.recordOf(this);
  }
  get event() {
    return this.observed.event;
  }
  get findings() {
    return this.#deps.viewOf(this).findings;
  }
  get ignored() {
    return this.#deps.viewOf(this).ignored;
  }
  get headline() {
    return this.#deps.viewOf(this).headline;
  }
  get ruleSets() {
    return this.#deps.viewOf(this).ruleSets;
  }
  get verdict() {
    return this.summary.verdict;
  }
  get sharesMid() {
    return this.#deps.sharesMid(this.row);
  }

  get sdk() {
    return blank.sdk;
  }
  get firedBy() {
    return blank.firedBy;
  }
  get call() {
    return blank.call;
  }
  get lost() {
    return blank.lost;
  }
  get changes() {
    return this.#rare?.changes ?? EMPTY;
  }
  // With `exactOptionalPropertyTypes`, an optional field may be absent, but not undefined. Getters are never absent, so
  // the casts hide undefined.
  get omitted() {
    return this.#rare?.omitted as Omitted;
  }
  get rejected() {
    return this.#rare?.rejected as RejectedBody;
  }
  get secrets() {
    return this.#rare?.secrets as readonly ObservedSecret[];
  }

  toJSON(): PlainJudgedRecord {
    return toPlainRecord(this);
  }
}

function packEvent({ event }: TelemetryRecord, draft: PackedText | null, packer: TextPacker): PackedText {
  const packed = draft ?? packer.draft(JSON.stringify(event?.json ?? null));
  packer.keep(packed);
  return packed;
}

function rareFieldsOf({ event, secrets, omitted, rejected, changes }: TelemetryRecord): RareFields | null {
  const truncations = event?.truncations ?? EMPTY;
  const hasNone = secrets === undefined && omitted === undefined && rejected === undefined;
  if (hasNone && truncations.length === 0 && changes.length === 0) return null;
  return {
    truncations,
    changes,
    ...(secrets && { secrets }),
    ...(omitted && { omitted }),
    ...(rejected && { rejected }),
  };
}
