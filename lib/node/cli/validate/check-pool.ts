import type { ReportPart } from '#core/report/finding-report';
import { BUFFER_BYTES, copyChunks } from '../input/line-blocks';
import type { InputBlock } from '../input/read-input';
import type { CheckSettings } from './check/check-settings';
import type { CheckedBlock, PreparedBlock } from './check/checked-block';
import { type FateDuplicates, NO_DUPLICATES } from './check/fate-facts';
import type { FateTracker } from './check/fate-tracker';
import type { ItemChecker } from './check/item-checker';

/** Requests to a worker thread. */
export type CheckRequest = BlockRequest | FinishRequest;

interface BlockRequest {
  readonly type: 'check';
  readonly id: number;
  readonly file: string;
  readonly block: InputBlock;
  /** Estimated index of the block's first item among all items: a block is counted only when it is read. */
  readonly firstIndex: number;
}

/** Where fates are asked: the duplicates in a block that was prepared. */
export interface FinishRequest {
  readonly type: 'finish';
  /** That of the block's first request. */
  readonly id: number;
  /** The index of the block's first item among all items. */
  readonly firstIndex: number;
  readonly duplicates: FateDuplicates;
}

/** Responses of a worker thread. */
export type CheckResponse = CheckedResponse | PreparedResponse;

interface CheckedResponse {
  readonly type: 'checked';
  readonly id: number;
  readonly checked: CheckedBlock;
  /** The request's buffer, to be used again: a new one each time would be garbage for long. Holds the output if that fits. */
  readonly buffer: ArrayBuffer | null;
}

/** Only where fates are asked. */
interface PreparedResponse extends Pick<PreparedBlock, 'items' | 'facts'> {
  readonly type: 'prepared';
  readonly id: number;
}

/** A worker thread that runs `check-worker.ts`. */
export interface CheckWorker {
  post(request: CheckRequest, transfer: readonly ArrayBuffer[]): void;
  listen(listeners: CheckWorkerListeners): void;
  stop(): Promise<unknown>;
}

interface CheckWorkerListeners {
  /** The worker has loaded its modules, which takes a tenth of a second. */
  onReady(): void;
  onResponse(response: CheckResponse): void;
  /** The worker has failed, and ends: it has no memory left, or our code has a bug. */
  onError(error: Error): void;
  /** The worker has ended, also where it was stopped. */
  onExit(code: number): void;
}

export type StartWorker = (settings: CheckSettings) => CheckWorker;

/** Blocks that each worker has at once: one that it checks, and those that it takes while this thread checks one. */
const BLOCKS_PER_WORKER = 3;
/** Blocks that are checked and wait for an earlier one. */
const MAX_WAITING_BLOCKS = 4;

interface PoolWorker {
  readonly worker: CheckWorker;
  isReady: boolean;
  /** Blocks that it has and did not return. */
  busy: number;
}

interface PendingBlock {
  readonly lines: number;
  /** `null` if a worker failed. */
  readonly outcome: Promise<BlockOutcome | null>;
}

interface BlockOutcome extends Pick<CheckedResponse, 'checked' | 'buffer'> {
  /** The index of the block's first item among all items, as its output has it. */
  readonly firstIndex: number;
}

/** A block that this thread or a worker has prepared. */
interface BlockInThread extends Pick<PreparedBlock, 'items' | 'facts'> {
  /** Returns `null` if the worker failed. */
  readonly finish: (firstIndex: number, duplicates: FateDuplicates) => Promise<BlockOutcome | null>;
}

/**
 * Checks blocks of lines in several threads: this one and worker threads, which start with the first block.
 * This thread checks a block whenever all workers have enough of them. So each thread is busy, whatever the reading takes.
 */
export class CheckPool {
  readonly #start: () => CheckWorker;
  readonly #jobs: number;
  #workers: PoolWorker[] = [];
  readonly #waiting = new Map<number, (response: CheckResponse | null) => void>();
  #nextId = 0;
  /** Why the pool cannot go on: a part of a sentence. */
  #failure: string | null = null;
  readonly #freeBuffers: ArrayBuffer[] = [];
  readonly #fates: FateTracker | null;

  /**
   * @param jobs threads that check, this one included.
   * @param fates finds duplicates; `null` unless fates are asked.
   */
  constructor(startWorker: StartWorker, settings: CheckSettings, jobs: number, fates: FateTracker | null = null) {
    this.#start = () => startWorker(settings);
    this.#jobs = jobs;
    this.#fates = fates;
  }

  /**
   * Yields the blocks in their order, each as soon as it and those before it are checked. Returns why it stopped early, as a
   * part of a sentence, or `null`.
   *
   * @param checker checks what no worker takes.
   * @param indexNow where the next item stands among all items, once all blocks that were yielded are counted.
   */
  async *check(
    blocks: AsyncIterator<InputBlock>,
    file: string,
    checker: Pick<ItemChecker, 'prepare'>,
    indexNow: () => number,
  ): AsyncGenerator<CheckedBlock, string | null, undefined> {
    const pending: PendingBlock[] = [];
    /** Where the next block begins, once the duplicates in those before it are known. */
    let start = Promise.resolve(indexNow());
    const maxPending = (this.#jobs - 1) * BLOCKS_PER_WORKER + MAX_WAITING_BLOCKS;
    let next: Promise<IteratorResult<InputBlock>> | null = blocks.next();
    for (;;) {
      const [oldest] = pending;
      const hasRoom = next !== null && pending.length < maxPending;
      if (oldest === undefined && next === null) return null;
      const isOldest =
        oldest !== undefined &&
        (!hasRoom || (await Promise.race([oldest.outcome.then(() => true), next?.then(() => false) ?? true])));
      if (isOldest) {
        pending.shift();
        const outcome = await oldest.outcome;
        if (outcome === null) return this.#stopReading(next);
        const { checked, buffer, firstIndex } = outcome;
        yield shiftIndexes(checked, indexNow() - firstIndex);
        // By now the output is written. The buffer of a huge line is not worth its memory.
        if (buffer?.byteLength === BUFFER_BYTES) this.#freeBuffers.push(buffer);
        continue;
      }
      const read: IteratorResult<InputBlock> | null = await next;
      next = null;
      if (read === null || read.done) continue;
      const block = read.value;
      const firstIndex = indexNow() + pending.reduce((sum, { lines }) => sum + lines, 0);
      const lines = 'chunks' in block ? block.lineCount : 1;
      if (this.#failure !== null) return this.#failure;
      const worker = this.#freeWorker();
      if (this.#fates === null) {
        const outcome =
          worker === null
            ? prepareHere(checker, block, firstIndex).finish(firstIndex, NO_DUPLICATES)
            : this.#check(worker, { type: 'check', id: this.#takeId(), file, block, firstIndex });
        pending.push({ lines, outcome });
      } else {
        const prepared =
          worker === null
            ? Promise.resolve(prepareHere(checker, block, firstIndex))
            : this.#prepare(worker, { type: 'check', id: this.#takeId(), file, block, firstIndex });
        const { end, outcome } = this.#finishInOrder(this.#fates, file, prepared, start);
        start = end;
        pending.push({ lines, outcome });
      }
      next = blocks.next();
    }
  }

  async stop(): Promise<void> {
    const workers = this.#workers;
    this.#workers = [];
    await Promise.all(workers.map(({ worker }) => worker.stop()));
  }

  /** The block that is being read is not needed any more: its failure is ignored. */
  #stopReading(next: Promise<unknown> | null): string | null {
    next?.catch(() => {});
    return this.#failure;
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  /** Finds the duplicates in a block after those in the blocks before it. Meanwhile others are prepared. */
  #finishInOrder(
    fates: FateTracker,
    file: string,
    prepared: Promise<BlockInThread | null>,
    start: Promise<number>,
  ): { readonly end: Promise<number>; readonly outcome: Promise<BlockOutcome | null> } {
    const decided = Promise.all([prepared, start]).then(([block, firstIndex]) => {
      const duplicates = block === null ? NO_DUPLICATES : fates.findDuplicates(file, firstIndex, block.facts);
      return { block, firstIndex, duplicates };
    });
    return {
      end: decided.then(({ block, firstIndex }) => firstIndex + (block?.items ?? 0)),
      outcome: decided.then(({ block, firstIndex, duplicates }) => block?.finish(firstIndex, duplicates) ?? null),
    };
  }

  async #check(worker: PoolWorker, request: BlockRequest): Promise<BlockOutcome | null> {
    worker.busy += 1;
    const response = await this.#send(worker, request);
    worker.busy -= 1;
    return response?.type === 'checked' ? { ...response, firstIndex: request.firstIndex } : null;
  }

  async #prepare(worker: PoolWorker, request: BlockRequest): Promise<BlockInThread | null> {
    worker.busy += 1;
    const response = await this.#send(worker, request);
    if (response?.type !== 'prepared') return null;
    const { id, items, facts } = response;
    const finish: BlockInThread['finish'] = async (firstIndex, duplicates) => {
      const finished = await this.#post(worker, { type: 'finish', id, firstIndex, duplicates }, []);
      worker.busy -= 1;
      return finished?.type === 'checked' ? { ...finished, firstIndex } : null;
    };
    return { items, facts, finish };
  }

  #send(worker: PoolWorker, request: BlockRequest): Promise<CheckResponse | null> {
    const { block } = request;
    if (!('chunks' in block)) return this.#post(worker, request, []);
    // The chunks are parts of what was read, which cannot be handed over.
    const bytes = copyChunks(block, this.#freeBuffers.pop() ?? new ArrayBuffer(BUFFER_BYTES));
    return this.#post(worker, { ...request, block: { ...block, chunks: [bytes] } }, [bytes.buffer]);
  }

  /** Returns the response; `null` if a worker failed. */
  #post(
    { worker }: PoolWorker,
    request: CheckRequest,
    transfer: readonly ArrayBuffer[],
  ): Promise<CheckResponse | null> {
    if (this.#failure !== null) return Promise.resolve(null);
    const response = new Promise<CheckResponse | null>((resolve) => this.#waiting.set(request.id, resolve));
    worker.post(request, transfer);
    return response;
  }

  #freeWorker(): PoolWorker | null {
    while (this.#workers.length < this.#jobs - 1) this.#addWorker();
    const ready = this.#workers.filter(({ isReady, busy }) => isReady && busy < BLOCKS_PER_WORKER);
    return ready.toSorted((one, other) => one.busy - other.busy).at(0) ?? null;
  }

  #addWorker(): void {
    const started: PoolWorker = { worker: this.#start(), isReady: false, busy: 0 };
    this.#workers.push(started);
    started.worker.listen({
      onReady: () => {
        started.isReady = true;
      },
      onResponse: (response) => {
        const resolve = this.#waiting.get(response.id);
        this.#waiting.delete(response.id);
        resolve?.(response);
      },
      onError: (error) => this.#fail(failureText(error)),
      onExit: (code) => {
        if (this.#workers.includes(started)) this.#fail(`a worker thread ended with code ${code}`);
      },
    });
  }

  #fail(reason: string): void {
    this.#failure ??= reason;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

/** The checker overwrites its output, which may have to wait for that of earlier blocks. */
function prepareHere(checker: Pick<ItemChecker, 'prepare'>, block: InputBlock, estimatedIndex: number): BlockInThread {
  const { items, facts, finish } = checker.prepare(block, estimatedIndex);
  return {
    items,
    facts,
    finish: (firstIndex, duplicates) => {
      const checked = finish(firstIndex, duplicates);
      return Promise.resolve({ checked: { ...checked, out: checked.out.slice() }, buffer: null, firstIndex });
    },
  };
}

function failureText(error: Error): string {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? 'a worker thread ran out of memory' : `a worker thread failed: ${error.message}`;
}

/** Each JSON line begins with it, and no text in one has a line feed. */
const INDEX = /^\{"index":(\d+)/gm;

/** The same block further on: only where lines before it were blank, or held several items. */
function shiftIndexes(block: CheckedBlock, by: number): CheckedBlock {
  if (by === 0) return block;
  const text = Buffer.from(block.out.buffer, block.out.byteOffset, block.out.length).toString('utf8');
  const out = text.replace(INDEX, (_, index: string) => `{"index":${Number(index) + by}`);
  return { ...block, out: Buffer.from(out), report: block.report && shiftReport(block.report, by) };
}

function shiftReport(part: ReportPart, by: number): ReportPart {
  const listed = part.listed.map(({ item, json }) => ({ item: { ...item, index: item.index + by }, json }));
  return { ...part, listed };
}
