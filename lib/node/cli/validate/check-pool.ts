import type { ReportPart } from '#core/report/finding-report';
import type { LineBlock, TooLongLine } from '../input/line-blocks';
import type { CheckedBlock, CheckSettings } from './item-checker';

/** What a worker thread is asked, and what it returns. */
export interface CheckRequest {
  readonly id: number;
  readonly file: string;
  readonly block: LineBlock | TooLongLine;
  /** Where the block's first item probably stands among all items: how many items a block holds shows when it is read. */
  readonly firstIndex: number;
}
export interface CheckResponse {
  readonly id: number;
  readonly checked: CheckedBlock;
  /** The request's buffer, to be used again: a new one each time would be garbage for long. */
  readonly buffer: ArrayBuffer | null;
}

/** A worker thread that runs `check-worker.ts`. */
export interface CheckWorker {
  post(request: CheckRequest, transfer: readonly ArrayBuffer[]): void;
  /** The error is a bug of ours: a worker fails on no input. */
  listen(onResponse: (response: CheckResponse) => void, onError: (error: Error) => void): void;
  stop(): Promise<unknown>;
}

export type StartWorker = (settings: CheckSettings) => CheckWorker;

type Block = CheckRequest['block'];

/** Blocks that each worker has at once: one that it reads, and one that waits for it. */
const BLOCKS_PER_WORKER = 2;
/** A block and the chunk that filled it. */
const BUFFER_BYTES = 512 * 1024;

interface PoolWorker {
  readonly worker: CheckWorker;
  /** Blocks that it has and did not return. */
  busy: number;
}

interface PendingBlock {
  readonly lines: number;
  readonly firstIndex: number;
  readonly checked: Promise<CheckedBlock>;
}

/** Checks blocks of lines in worker threads, which start with the first block. */
export class CheckPool {
  readonly #start: () => CheckWorker;
  readonly #jobs: number;
  #workers: PoolWorker[] = [];
  readonly #waiting = new Map<number, { resolve: (checked: CheckedBlock) => void; reject: (error: Error) => void }>();
  #nextId = 0;
  readonly #freeBuffers: ArrayBuffer[] = [];

  constructor(startWorker: StartWorker, settings: CheckSettings, jobs: number) {
    this.#start = () => startWorker(settings);
    this.#jobs = jobs;
  }

  /**
   * Yields the blocks in their order, each as soon as it and those before it are checked.
   *
   * @param indexNow where the next item stands among all items, once all blocks that were yielded are counted.
   */
  async *check(
    blocks: AsyncIterator<Block>,
    file: string,
    indexNow: () => number,
  ): AsyncGenerator<CheckedBlock, void, undefined> {
    const pending: PendingBlock[] = [];
    let next: Promise<IteratorResult<Block>> | null = blocks.next();
    for (;;) {
      const [oldest] = pending;
      const hasRoom = next !== null && pending.length < this.#jobs * BLOCKS_PER_WORKER;
      if (oldest === undefined && next === null) return;
      const isOldest =
        oldest !== undefined &&
        (!hasRoom || (await Promise.race([oldest.checked.then(() => true), next?.then(() => false) ?? true])));
      if (isOldest) {
        pending.shift();
        const checked = await oldest.checked;
        yield shiftIndexes(checked, indexNow() - oldest.firstIndex);
        continue;
      }
      const read: IteratorResult<Block> | null = await next;
      next = null;
      if (read === null || read.done) continue;
      const firstIndex = indexNow() + pending.reduce((sum, { lines }) => sum + lines, 0);
      const lines = 'chunks' in read.value ? read.value.lineCount : 1;
      pending.push({ lines, firstIndex, checked: this.#send(read.value, file, firstIndex) });
      next = blocks.next();
    }
  }

  async stop(): Promise<void> {
    const workers = this.#workers;
    this.#workers = [];
    await Promise.all(workers.map(({ worker }) => worker.stop()));
  }

  #send(block: Block, file: string, firstIndex: number): Promise<CheckedBlock> {
    const chosen = this.#idlestWorker();
    const id = this.#nextId;
    this.#nextId += 1;
    chosen.busy += 1;
    const checked = new Promise<CheckedBlock>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    if ('chunks' in block) {
      const bytes = this.#copyBytes(block);
      chosen.worker.post({ id, file, block: { ...block, chunks: [bytes] }, firstIndex }, [bytes.buffer]);
    } else {
      chosen.worker.post({ id, file, block, firstIndex }, []);
    }
    return checked.finally(() => {
      chosen.busy -= 1;
    });
  }

  /** The chunks are parts of what was read, which cannot be handed over. */
  #copyBytes({ chunks, byteLength }: LineBlock): Uint8Array<ArrayBuffer> {
    const free = this.#freeBuffers.pop();
    const buffer =
      free !== undefined && free.byteLength >= byteLength ? free : new ArrayBuffer(Math.max(byteLength, BUFFER_BYTES));
    const bytes = new Uint8Array(buffer, 0, byteLength);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }

  #idlestWorker(): PoolWorker {
    const idlest = this.#workers.toSorted((one, other) => one.busy - other.busy).at(0);
    if (idlest !== undefined && (idlest.busy === 0 || this.#workers.length >= this.#jobs)) return idlest;
    const started = { worker: this.#start(), busy: 0 };
    this.#workers.push(started);
    started.worker.listen(
      ({ id, checked, buffer }) => {
        // The buffer of a huge line is not worth its memory.
        if (buffer?.byteLength === BUFFER_BYTES) this.#freeBuffers.push(buffer);
        this.#waiting.get(id)?.resolve(checked);
        this.#waiting.delete(id);
      },
      (error) => {
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
      },
    );
    return started;
  }
}

/** Each JSON line begins with it, and no text in one has a line feed. */
const INDEX = /^\{"index":(\d+)/gm;

/** The same block further on: only where lines before it were blank, or held several items. */
function shiftIndexes(block: CheckedBlock, by: number): CheckedBlock {
  if (by === 0) return block;
  const out = block.out.replace(INDEX, (_, index: string) => `{"index":${Number(index) + by}`);
  return { ...block, out, report: block.report && shiftReport(block.report, by) };
}

function shiftReport(part: ReportPart, by: number): ReportPart {
  const listed = part.listed.map(({ item, json }) => ({ item: { ...item, index: item.index + by }, json }));
  return { ...part, listed };
}
