import type { ReceivedBatch, RejectedRequest, UnreadableBody } from '#core/collector/collected-change';
import type { CollectedEvents } from '#core/collector/collected-events';
import { toRejectedBody } from '#core/collector/received-records';
import { readEnd } from '#core/collector/recorded-batch';
import { secretSchema } from '#core/formats/capture/record-schema';
import { type InputPart, InputReader } from '#core/formats/read/input-reader';
import { findSecrets } from '#core/journey/correlator/new-record';
import type { ObservedSecret, RequestEnd } from '#core/journey/record';
import { type Json, parseJson, stringAt, valueAt } from '#core/json/json';
import { findJsonFault } from '#core/json/json-reader';
import { redactSecrets } from '#core/rules/checks';
import { secretGuard } from '#core/stream/secret-guard';
import { type RejectedLine, readRejectedLine } from '#core/telemetry/body/rejected-body';
import type { SetTimer } from '#core/util/scheduler';
import * as z from '#core/util/zod';
import { parseUnkeyedBody, type UnkeyedBody } from '#core/wire/batch-body';
import { putEvents, SDK_SHAPE } from '#core/wire/body-shape';
import type { ReportDeps } from '../cli/cli-deps';
import type { Bytes } from '../cli/input/decode-input';
import { fileFailure } from '../cli/read-failure';

/**
 * Time after which an open request is written without its end, which is then lost.
 * A crash loses the open requests of this time. Servers for tests often take some seconds to respond.
 */
const OPEN_REQUEST_MS = 10_000;

/** Appends the requests of a collector to a file, one line per request. */
export interface Recording {
  /**
   * Adds a batch.
   * Returns a function that ends the request, for a batch that is added while its request is open.
   */
  add(batch: ReceivedBatch): (end: RequestEnd) => void;
  /** Appends a rejected request if its body is shown as a row. Ignores other rejected requests. */
  addRejected(request: RejectedRequest): void;
  /**
   * Resolves when everything is written.
   * Resolves to `null`, or to why writing failed, as a part of a sentence.
   */
  flush(): Promise<string | null>;
}

interface RecordingDeps extends Pick<ReportDeps, 'appendText' | 'exists'> {
  readonly setTimer: SetTimer;
  /** Called once writing fails, with the reason as a part of a sentence. No further request is recorded then. */
  readonly onFailure: (failure: string) => void;
}

/**
 * Creates a recording.
 * Lines are appended when their request ends, or after {@link OPEN_REQUEST_MS}. A crash loses the open requests and the
 * lines of the pending write. Secrets are redacted.
 * `validate`, `convert` and the panel can read the file.
 */
export function createRecording(file: string, { appendText, exists, setTimer, onFailure }: RecordingDeps): Recording {
  const openRequests = new Set<() => void>();
  // After a crash, the last line may be incomplete.
  let pending = exists(file) ? '\n' : '';
  let failure: string | null = null;
  let currentWrite: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    while (pending !== '' && failure === null) {
      const text = pending;
      pending = '';
      try {
        await appendText(file, text);
      } catch (error) {
        failure = fileFailure(error);
        onFailure(failure);
      }
    }
    currentWrite = null;
  };
  const appendLine = (line: object): void => {
    if (failure !== null) return;
    pending += `${JSON.stringify(line)}\n`;
    currentWrite ??= write();
  };
  const append = (batch: ReceivedBatch): void => appendLine(toLine(batch));
  return {
    add(batch) {
      if (batch.end.status !== 'open') {
        append(batch);
        return () => {};
      }
      const endRequest = (end: RequestEnd): void => {
        if (!openRequests.delete(writeOpen)) return;
        cancel();
        append({ ...batch, end });
      };
      const writeOpen = (): void => endRequest(batch.end);
      openRequests.add(writeOpen);
      const cancel = setTimer(OPEN_REQUEST_MS, writeOpen);
      return endRequest;
    },
    addRejected(request) {
      if ('text' in request.rejection) appendLine(toRejectedLine(request, request.rejection));
    },
    async flush() {
      for (const writeOpen of openRequests) writeOpen();
      await currentWrite;
      return failure;
    },
  };
}

function toLine({ at, url, source, end, body }: ReceivedBatch): object {
  const { events, bodyFields, bodyShape = SDK_SHAPE } = body;
  const { path, form } = bodyShape;
  // Only a JSON body with a field `events` has other fields to store, such as the ID of the batch.
  const hasBatchFields = form === undefined && path.at(-1) === 'events';
  const storedBody = hasBatchFields ? putEvents(bodyFields, bodyShape, events) : { events };
  const line = { receivedAt: at, url, source, end, body: storedBody };
  const redacted = redactSecrets(line);
  const secrets = redacted === line ? [] : [...secretsOfEvents(events)];
  return secrets.length === 0 ? redacted : { ...redacted, redacted: secrets };
}

/** Yields the secrets of each event that has some. They make the restored event invalid, like the original one. */
function* secretsOfEvents(events: readonly Json[]): Generator<RedactedEvent> {
  for (const [index, json] of events.entries()) {
    const secrets = findSecrets({ type: 'event', json }, secretGuard);
    if (secrets.length > 0) yield { index, found: secrets };
  }
}

function toRejectedLine(request: RejectedRequest, rejection: UnreadableBody): object {
  const { at, url, source, end, bodyBytes, responseText } = request;
  const text = redactSecrets(rejection.text);
  const rejectedBody = toRejectedBody(rejection, text);
  return redactSecrets({ receivedAt: at, url, source, end, rejected: rejectedBody, bodyBytes, responseText, text });
}

/** The secrets that were redacted in an event of a line, by the index of the event. */
interface RedactedEvent {
  readonly index: number;
  readonly found: readonly ObservedSecret[];
}

const redactedSchema = z.array(
  z.looseObject({ index: z.number(), found: z.array(secretSchema) }),
) satisfies z.ZodMiniType<readonly RedactedEvent[]>;

/** The outcome of reading a recording. */
interface ResumedRecording {
  readonly requests: number;
  /** Number of lines that are not part of a recording, such as a line truncated by a crash. */
  readonly skipped: number;
}

/** Adds the requests of a recording to a collection. Rejects if the file cannot be read. */
export async function resumeRecording(
  bytes: Bytes,
  events: Pick<CollectedEvents, 'add' | 'addRejected'>,
): Promise<ResumedRecording> {
  const decoder = new TextDecoder();
  const reader = new InputReader('lines');
  let requests = 0;
  let skipped = 0;
  const addPart = (part: InputPart): void => {
    const json = part.type === 'text' ? parseJson(part.text) : undefined;
    const at = valueAt(json, ['receivedAt']);
    const request = json === undefined || typeof at !== 'number' ? null : readRequest(json, at);
    if (request === null) skipped += 1;
    else {
      requests += 1;
      if ('rejection' in request) events.addRejected(request);
      else {
        const end = events.add(request);
        // A request that was open when the collector stopped has no other end.
        if (request.end.status === 'open') end(request.end);
      }
    }
  };
  for await (const chunk of bytes)
    for (const part of reader.push(decoder.decode(chunk, { stream: true }))) addPart(part);
  for (const part of reader.end()) addPart(part);
  return { requests, skipped };
}

function readRequest(json: Json, at: number): ReceivedBatch | RejectedRequest | null {
  const rejectedLine = readRejectedLine(json);
  if (rejectedLine !== null) {
    const bodyBytes = valueAt(json, ['bodyBytes']);
    return {
      ...parseBatchHeader(json, at),
      rejection: toRejection(rejectedLine),
      bodyBytes: typeof bodyBytes === 'number' ? bodyBytes : 0,
      responseText: stringAt(json, ['responseText']) ?? '',
    };
  }
  const parsed = parseUnkeyedBody(JSON.stringify(valueAt(json, ['body']) ?? null));
  const { data: redacted = [] } = redactedSchema.safeParse(valueAt(json, ['redacted']));
  const secrets = new Map(redacted.map(({ index, found }) => [index, found]));
  return parsed && { ...parseBatchHeader(json, at), ...parsed, secrets };
}

function toRejection({ rejected, text }: RejectedLine): UnreadableBody {
  if (rejected.reason === 'wrong-charset') return { reason: 'wrong-charset', charset: rejected.charset, text };
  const { line, column } = rejected;
  return { reason: 'not-json', line, column, message: findJsonFault(text)?.message ?? '', text };
}

function parseBatchHeader(json: Json, at: number): Omit<ReceivedBatch, keyof UnkeyedBody> {
  const text = (...path: readonly string[]): string => stringAt(json, path) ?? '';
  const stamped = Object.fromEntries(
    ['did', 'channel', 'pid'].flatMap((name) => {
      const value = text('source', 'stamped', name);
      return value === '' ? [] : [[name, value]];
    }),
  );
  return {
    at,
    url: text('url'),
    source: {
      run: text('source', 'run'),
      address: text('source', 'address'),
      page: text('source', 'page'),
      userAgent: text('source', 'userAgent'),
      stamped,
    },
    end: readEnd(json),
  };
}
