import type { Journal, PageEnd, SightingPlace } from '../journey/journal';
import type { FrameRef, SdkRef, TelemetryRecord } from '../journey/record';
import type { WatchedFrame } from '../messaging/frames';
import { fromRelaySchema, type ToRelay } from '../messaging/relay-protocol';
import { readSighting, type Sighting } from '../messaging/sighting';
import { gunzipText } from './body';
import { type EventsOfBody, readBody } from './carried';

/** The panel's end of a relay's port, with what the browser itself says of the sender. */
export interface RelayConnection {
  readonly frameId: number;
  readonly documentId: string;
  readonly url: string;
  post(message: ToRelay): void;
}

interface WatchedDocument {
  readonly connection: RelayConnection;
  readonly documentKey: string;
  readonly title: string;
  readonly sdks: Map<number, SdkRef>;
}

export interface DocumentsDeps {
  readonly journal: Journal;
  readonly eventsOfBody: EventsOfBody;
  readonly onRecords: (changed: readonly TelemetryRecord[]) => void;
  readonly onFrames: (frames: readonly WatchedFrame[]) => void;
  /** The document that was asked to fire has no SDK. */
  readonly onNotFired: (requestId: string) => void;
}

export interface Documents {
  /** A message that came through a relay's port; nothing about it is taken on trust. */
  receive(connection: RelayConnection, message: unknown): void;
  disconnected(connection: RelayConnection): void;
  /** Hands an order to the hook of a document; false where that document is gone. */
  order(documentId: string, order: unknown): boolean;
  /** How far each document's log has been read, so that a panel that opens again goes on from there. */
  readUpTo(): Readonly<Record<string, number>>;
  /** Takes up what an earlier panel has read. */
  restore(readUpTo: Readonly<Record<string, number>>): void;
  /** While off, logs are read but not recorded. SDKs are noted all the same. */
  record(recording: boolean): void;
  /** Clears what the documents themselves hold, so that cleared events do not come back with the next panel. */
  forget(): void;
}

/** The documents of the inspected tab that answer: takes their logs into the journal, each sighting once. */
export function createDocuments(deps: DocumentsDeps): Documents {
  const { journal, onRecords, onFrames, onNotFired } = deps;
  const documents = new Map<RelayConnection, WatchedDocument>();
  /** How far each document's log has been read; kept when its port closes, as it may come back from the cache. */
  const readUpTo = new Map<string, number>();
  const sdksOf = new Map<string, Map<number, SdkRef>>();
  let recording = true;

  const tellFrames = (): void => onFrames([...documents.values()].map(frameOf));

  const welcome = (connection: RelayConnection, documentKey: string, title: string): void => {
    const sdks = sdksOf.get(documentKey) ?? new Map<number, SdkRef>();
    sdksOf.set(documentKey, sdks);
    documents.set(connection, { connection, documentKey, title, sdks });
    connection.post({ type: 'attach', from: (readUpTo.get(documentKey) ?? 0) + 1 });
    tellFrames();
  };

  const take = (document: WatchedDocument, text: string): readonly TelemetryRecord[] => {
    const read = readSighting(text);
    if (!read.ok) return [];
    const sighting = read.value;
    if (sighting.type === 'sdk') {
      document.sdks.set(sighting.sdk, { global: sighting.global, generation: sighting.generation });
      tellFrames();
      return [];
    }
    if (sighting.type === 'not-fired') {
      onNotFired(sighting.requestId);
      return [];
    }
    return recording ? enter(deps, sighting, document) : [];
  };

  return {
    receive(connection, message) {
      const parsed = fromRelaySchema.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === 'document') {
        welcome(connection, parsed.data.documentKey, parsed.data.title);
        return;
      }
      const document = documents.get(connection);
      if (!document) return;
      const { documentKey } = document;
      const changed: TelemetryRecord[] = [];
      for (const { seq, text } of parsed.data.sightings) {
        if (seq <= (readUpTo.get(documentKey) ?? 0)) continue;
        readUpTo.set(documentKey, seq);
        changed.push(...take(document, text));
      }
      if (changed.length > 0) onRecords(latestOfEach(changed));
    },
    disconnected(connection) {
      const document = documents.get(connection);
      if (!document) return;
      documents.delete(connection);
      tellFrames();
      const lost = journal.closed(document.documentKey);
      if (lost.length > 0) onRecords(lost);
    },
    order(documentId, order) {
      const document = [...documents.values()].find((candidate) => candidate.connection.documentId === documentId);
      document?.connection.post({ type: 'order', order: JSON.stringify(order) });
      return document !== undefined;
    },
    readUpTo: () => Object.fromEntries(readUpTo),
    restore(kept) {
      for (const [documentKey, seq] of Object.entries(kept)) readUpTo.set(documentKey, seq);
    },
    record(on) {
      recording = on;
    },
    forget() {
      for (const { connection } of documents.values()) connection.post({ type: 'forget' });
    },
  };
}

type Recorded = Exclude<Sighting, { type: 'sdk' | 'not-fired' }>;

function enter(deps: DocumentsDeps, sighting: Recorded, document: WatchedDocument): readonly TelemetryRecord[] {
  const { journal } = deps;
  const place: SightingPlace = { documentKey: document.documentKey, frame: frameRef(document.connection) };
  const { at } = sighting;
  switch (sighting.type) {
    case 'called':
      return journal.called({ ...sighting, sdk: document.sdks.get(sighting.sdk) ?? null }, place);
    case 'said':
      return journal.said(sighting.callId, { level: sighting.level, message: sighting.message }, place);
    case 'returned':
      return journal.settled(sighting.callId, { status: sighting.settled ? 'returned' : 'pending', at }, place);
    case 'threw':
      return journal.settled(sighting.callId, { status: 'threw', at, message: sighting.message }, place);
    case 'emitted':
      return journal.emitted(sighting, place);
    case 'sending':
      return enterBatch(deps, sighting, place);
    case 'ended':
      return journal.ended(sighting.requestId, endOf(sighting), at);
    case 'left':
      return journal.left(sighting.kept, place);
  }
}

type Sending = Extract<Sighting, { type: 'sending' }>;

function enterBatch(deps: DocumentsDeps, sending: Sending, place: SightingPlace): readonly TelemetryRecord[] {
  if (sending.encoding === 'text') return sendText(deps, sending, sending.body, place);
  // Unpacking takes a moment; what ends meanwhile waits for it in the journal.
  void gunzipText(sending.body).then((unpacked) => {
    if (unpacked.ok) deps.onRecords(sendText(deps, sending, unpacked.value, place));
  });
  return [];
}

function sendText(
  deps: DocumentsDeps,
  sending: Sending,
  body: string,
  place: SightingPlace,
): readonly TelemetryRecord[] {
  const batch = readBody(body, deps.eventsOfBody);
  if (batch === null) return [];
  const { requestId: id, via, url, method, at } = sending;
  return deps.journal.sending({ id, via, url, method, at, end: { status: 'open' }, ...batch }, place);
}

function endOf({ end, status, message }: Extract<Sighting, { type: 'ended' }>): PageEnd {
  if (end === 'answered') return { status: 'answered', http: status ?? 0 };
  return end === 'failed' ? { status: 'failed', message: message ?? '' } : { status: 'handed-over' };
}

function frameOf({ connection, title, sdks }: WatchedDocument): WatchedFrame {
  return { ...frameRef(connection), documentId: connection.documentId, title, sdks: [...sdks.values()] };
}

function frameRef({ frameId, url }: RelayConnection): FrameRef {
  return { frameId, url };
}

/** One call makes three sightings in a row; the views need only what came of them. */
function latestOfEach(records: readonly TelemetryRecord[]): readonly TelemetryRecord[] {
  return [...new Map(records.map((record) => [record.row, record])).values()];
}
