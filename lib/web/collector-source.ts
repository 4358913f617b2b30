import { GENERATIONS, type TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { createJob, type Scheduler } from '#core/util/scheduler';
import * as z from '#core/util/zod';
import { readRecords } from '#panel/persistence/stored-capture';
import type { RecordSink, RecordSource } from '#panel/record-source';
import { sendCommand } from './collector-requests';
import type { OnPosition } from './position-stream';

/** Number of records in a part above which the page throttles its requests. */
const MAX_SINGLE_RECORDS = 5;
/**
 * Maximum pause between requests under load.
 * A page pauses as long as it took to process a part. This leaves half of a processor to the collector and the observed
 * pages, and lets the page read larger parts and render less often.
 */
const MAX_PAUSE_MS = 200;

/** Delay of a retry, if the server is busy or restarts. */
const RETRY_MS = 1_000;

const frameSchema: z.ZodMiniType<WatchedFrame> = z.object({
  frameId: z.int(),
  url: z.string(),
  documentId: z.string(),
  title: z.string(),
  upstream: z.optional(z.string()),
  sdks: z.array(z.object({ global: z.string(), generation: z.enum(GENERATIONS) })),
  evalBlocked: z.exactOptional(z.boolean()),
  missedReports: z.exactOptional(z.int()),
  unreadableReports: z.exactOptional(z.int()),
});

const partSchema = z.object({
  position: z.string(),
  isReset: z.boolean(),
  removedThrough: z.int(),
  behind: z.int(),
  records: z.array(z.unknown()),
  frames: z.optional(z.array(frameSchema)),
  notFired: z.optional(z.array(z.string())),
});

const recordSchema = z.object({ record: z.unknown() });

/** A part of the collector's changes, parsed. */
type Part = Omit<z.infer<typeof partSchema>, 'records'> & { readonly records: readonly TelemetryRecord[] };

export interface CollectorSourceDeps {
  /** Requests JSON from the collector. Resolves to `undefined` if the request fails. */
  readonly ask: (path: string, method?: 'GET' | 'POST', body?: object | null) => Promise<unknown>;
  /** Calls back with each new position, and with `null` when the connection is lost. */
  readonly subscribeToPositions: (onPosition: OnPosition) => void;
  readonly setTimer: Scheduler['setTimer'];
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/**
 * Creates the source of a collector's records.
 * It reads the changes after its own position, and only when the previous ones are processed. A lost connection thus
 * neither loses nor duplicates records, and a slow page only reads later.
 */
export function createCollectorSource({ ask, subscribeToPositions, setTimer, now }: CollectorSourceDeps): RecordSource {
  let position: string | null = null;
  /** Offset of the list's rows to the collector's rows, which start at 1 again when it restarts. */
  let offset = 0;
  let lastRow = 0;
  let removedThrough = 0;

  const readPart = async (): Promise<Part | null> => {
    const query = position === null ? '' : `?position=${encodeURIComponent(position)}`;
    const part = partSchema.safeParse(await ask(`/api/changes${query}`)).data;
    const records = part && readRecords(part.records);
    return part && records ? { ...part, records } : null;
  };
  const applyPart = (part: Part, sink: RecordSink): void => {
    if (part.isReset) {
      sink.remove(lastRow);
      offset = lastRow;
      removedThrough = 0;
    }
    if (part.removedThrough > removedThrough && lastRow > offset) sink.remove(part.removedThrough + offset);
    removedThrough = part.removedThrough;
    // The offset is 0 unless the collector was restarted.
    const records =
      offset === 0 ? part.records : part.records.map((record) => ({ ...record, row: record.row + offset }));
    for (const { row } of records) lastRow = Math.max(lastRow, row);
    if (records.length > 0) sink.records(records);
    applyFrames(part, sink);
    position = part.position;
  };

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => void setTimer(Math.min(milliseconds, MAX_PAUSE_MS), resolve));

  let framesJson = '[]';
  const applyFrames = ({ frames = [], notFired = [] }: Part, sink: RecordSink): void => {
    const json = JSON.stringify(frames);
    if (json !== framesJson) sink.frames(frames);
    framesJson = json;
    for (const requestId of notFired) sink.notFired(requestId);
  };

  return {
    start(sink) {
      return new Promise((resolve) => {
        let isReading = false;
        let isBehind = false;
        /** Number of initial records that were not read yet. */
        let remainingInitial: number | null = null;
        const readAll = async (): Promise<void> => {
          isReading = true;
          let part: Part | null = null;
          do {
            isBehind = false;
            part = await readPart();
            if (part === null) {
              sink.state({ isConnected: false, behind: 0 });
              break;
            }
            const readAt = now();
            const { behind, isReset, records } = part;
            applyPart(part, sink);
            // Records that were removed meanwhile, or belong to a collector before a restart, do not arrive any more.
            remainingInitial =
              remainingInitial === null || isReset ? behind : Math.min(remainingInitial - records.length, behind);
            sink.state({ isConnected: true, behind });
            await sink.idle();
            if (remainingInitial <= 0) resolve();
            if (records.length > MAX_SINGLE_RECORDS) await pause(now() - readAt);
          } while (isBehind || part.behind > 0);
          isReading = false;
          if (part === null) retry.schedule();
        };
        const read = (): void => {
          if (!isReading) void readAll();
        };
        const retry = createJob((run) => setTimer(RETRY_MS, run), read);
        subscribeToPositions((newest) => {
          if (newest === null) sink.state({ isConnected: false, behind: 0 });
          else {
            isBehind = true;
            retry.cancel();
            read();
          }
        });
        read();
      });
    },
    async read(row) {
      const { record } = recordSchema.safeParse(await ask(`/api/record?row=${row - offset}`)).data ?? {};
      const [parsedRecord] = record === undefined ? [] : (readRecords([record]) ?? []);
      return parsedRecord === undefined ? null : { ...parsedRecord, row };
    },
    async clear(throughRow) {
      const through = throughRow - offset;
      if (through <= 0) return true;
      return (await ask(`/api/clear?through=${through}`, 'POST')) !== undefined;
    },
    sendCommand: (documentId, command) => sendCommand({ documentId, command }, ask),
  };
}
