import { BUFFER_BYTES, copyChunks } from '../input/line-blocks';
import type { InputBlock } from '../input/read-input';
import type { CheckSettings } from './check/check-settings';
import type { CheckedBlock, PreparedBlock } from './check/checked-block';
import { type FateDuplicates, NO_DUPLICATES } from './check/fate-facts';
import type { FateTracker } from './check/fate-tracker';
import type { ItemChecker } from './check/item-checker';
import type {
  BlockRequest,
  CheckedResponse,
  CheckRequest,
  CheckResponse,
  CheckWorker,
  StartWorker,
} from './check-messages';
import { shiftIndexes } from './shift-indexes';

/**
 * Maximum number of blocks that a worker has at the same time.
 * The worker checks one of them. The other two wait, so the worker continues while this thread is busy.
 */
const BLOCKS_PER_WORKER = 3;
/** Maximum number of checked blocks that wait for an earlier one. */
const MAX_WAITING_BLOCKS = 4;

interface PoolWorker {
  readonly worker: CheckWorker;
  isReady: boolean;
  /** Number of blocks that the worker has not responded to. */
  pendingBlocks: number;
}

interface PendingBlock {
  readonly lines: number;
  /** `null` if a worker failed. */
  readonly outcome: Promise<BlockOutcome | null>;
}

interface BlockOutcome extends Pick<CheckedResponse, 'checked' | 'buffer'> {
  /** The index of the block's first item among all items, as the output contains it. */
  readonly firstIndex: number;
}

/** A block that this thread or a worker has prepared. */
interface BlockInThread extends Pick<PreparedBlock, 'items' | 'facts'> {
  /** Returns `null` if the worker failed. */
  readonly finish: (firstIndex: number, duplicates: FateDuplicates) => Promise<BlockOutcome | null>;
}

/**
 * Checks blocks of lines in this thread and in worker threads, which start with the first block.
 * This thread checks a block whenever all workers have enough blocks. This way all threads are always busy.
 */
export class CheckPool {
  readonly #start: () => CheckWorker;
  readonly #jobs: number;
  #workers: PoolWorker[] = [];
  readonly #waiting = new Map<number, (response: CheckResponse | null) => void>();
  #nextId = 0;
  /** Why the pool cannot continue, as a part of a sentence, or `null`. */
  #failure: string | null = null;
  readonly #freeBuffers: ArrayBuffer[] = [];
  readonly #fates: FateTracker | null;

  /**
   * @param jobs number of threads, this one included.
   * @param fates finds duplicates. `null` unless fates are requested.
   */
  constructor(startWorker: StartWorker, settings: CheckSettings, jobs: number, fates: FateTracker | null = null) {
    this.#start = () => startWorker(settings);
    this.#jobs = jobs;
    this.#fates = fates;
  }

  /**
   * Yields the checked blocks in their order.
   * Returns why it stopped early, as a part of a sentence, or `null`.
   *
   * @param checker checks the blocks that no worker takes.
   * @param currentIndex returns the index of the next item among all items, after the yielded blocks are counted.
   */
  async *check(
    blocks: AsyncIterator<InputBlock>,
    file: string,
    checker: Pick<ItemChecker, 'prepare'>,
    currentIndex: () => number,
  ): AsyncGenerator<CheckedBlock, string | null, undefined> {
    const pending: PendingBlock[] = [];
    /**
     * The index of the next block's first item.
     * Resolves when the duplicates in all earlier blocks are known.
     */
    let nextIndex = Promise.resolve(currentIndex());
    const maxPending = (this.#jobs - 1) * BLOCKS_PER_WORKER + MAX_WAITING_BLOCKS;
    let next: Promise<IteratorResult<InputBlock>> | null = blocks.next();
    for (;;) {
      const [oldest] = pending;
      const hasRoom = pending.length < maxPending;
      if (oldest === undefined && next === null) return null;
      if (oldest !== undefined && (next === null || !hasRoom || (await isSettledFirst(oldest.outcome, next)))) {
        pending.shift();
        const outcome = await oldest.outcome;
        if (outcome === null) return this.#stopReading(next);
        const { checked, buffer, firstIndex } = outcome;
        yield shiftIndexes(checked, currentIndex() - firstIndex);
        // The output is written by now. The buffer of a huge line is not reused because of its size.
        if (buffer?.byteLength === BUFFER_BYTES) this.#freeBuffers.push(buffer);
        continue;
      }
      const result: IteratorResult<InputBlock> | null = await next;
      next = null;
      if (result === null || result.done) continue;
      const block = result.value;
      const firstIndex = currentIndex() + pending.reduce((sum, { lines }) => sum + lines, 0);
      const lines = 'chunks' in block ? block.lineCount : 1;
      if (this.#failure !== null) return this.#failure;
      const worker = this.#findFreeWorker();
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
        const { end, outcome } = this.#finishInOrder(this.#fates, file, prepared, nextIndex);
        nextIndex = end;
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

  /** Ignores errors of the pending read, whose block is not needed any more. Returns the failure. */
  #stopReading(next: Promise<unknown> | null): string | null {
    next?.catch(() => {});
    return this.#failure;
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  /**
   * Finds the duplicates in a block after those in all earlier blocks.
   * Other blocks are prepared meanwhile.
   */
  #finishInOrder(
    fates: FateTracker,
    file: string,
    prepared: Promise<BlockInThread | null>,
    start: Promise<number>,
  ): { readonly end: Promise<number>; readonly outcome: Promise<BlockOutcome | null> } {
    const blockWithDuplicates = Promise.all([prepared, start]).then(([block, firstIndex]) => {
      const duplicates = block === null ? NO_DUPLICATES : fates.findDuplicates(file, firstIndex, block.facts);
      return { block, firstIndex, duplicates };
    });
    return {
      end: blockWithDuplicates.then(({ block, firstIndex }) => firstIndex + (block?.items ?? 0)),
      outcome: blockWithDuplicates.then(
        ({ block, firstIndex, duplicates }) => block?.finish(firstIndex, duplicates) ?? null,
      ),
    };
  }

  async #check(worker: PoolWorker, request: BlockRequest): Promise<BlockOutcome | null> {
    worker.pendingBlocks += 1;
    const response = await this.#send(worker, request);
    worker.pendingBlocks -= 1;
    return response?.type === 'checked' ? { ...response, firstIndex: request.firstIndex } : null;
  }

  async #prepare(worker: PoolWorker, request: BlockRequest): Promise<BlockInThread | null> {
    worker.pendingBlocks += 1;
    const response = await this.#send(worker, request);
    if (response?.type !== 'prepared') return null;
    const { id, items, facts } = response;
    const finish: BlockInThread['finish'] = async (firstIndex, duplicates) => {
      const finishResponse = await this.#post(worker, { type: 'finish', id, firstIndex, duplicates }, []);
      worker.pendingBlocks -= 1;
      return finishResponse?.type === 'checked' ? { ...finishResponse, firstIndex } : null;
    };
    return { items, facts, finish };
  }

  #send(worker: PoolWorker, request: BlockRequest): Promise<CheckResponse | null> {
    const { block } = request;
    if (!('chunks' in block)) return this.#post(worker, request, []);
    // The chunks are views of read buffers, which cannot be transferred.
    const bytes = copyChunks(block, this.#freeBuffers.pop() ?? new ArrayBuffer(BUFFER_BYTES));
    return this.#post(worker, { ...request, block: { ...block, chunks: [bytes] } }, [bytes.buffer]);
  }

  /** Posts a request. Returns the response, or `null` if a worker failed. */
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

  #findFreeWorker(): PoolWorker | null {
    while (this.#workers.length < this.#jobs - 1) this.#addWorker();
    const ready = this.#workers.filter(({ isReady, pendingBlocks }) => isReady && pendingBlocks < BLOCKS_PER_WORKER);
    return ready.toSorted((one, other) => one.pendingBlocks - other.pendingBlocks).at(0) ?? null;
  }

  #addWorker(): void {
    const poolWorker: PoolWorker = { worker: this.#start(), isReady: false, pendingBlocks: 0 };
    this.#workers.push(poolWorker);
    poolWorker.worker.listen({
      onReady: () => {
        poolWorker.isReady = true;
      },
      onResponse: (response) => {
        const resolve = this.#waiting.get(response.id);
        this.#waiting.delete(response.id);
        resolve?.(response);
      },
      onError: (error) => this.#fail(failureText(error)),
      onExit: (code) => {
        if (this.#workers.includes(poolWorker)) this.#fail(`a worker thread ended with code ${code}`);
      },
    });
  }

  #fail(reason: string): void {
    this.#failure ??= reason;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

/**
 * Prepares a block in this thread.
 * Copies the output, which the checker overwrites before earlier blocks may be done.
 */
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

/** Whether an outcome resolves before the next block is read. */
function isSettledFirst(outcome: Promise<unknown>, next: Promise<unknown>): Promise<boolean> {
  return Promise.race([outcome.then(() => true), next.then(() => false)]);
}

function failureText(error: Error): string {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? 'a worker thread ran out of memory' : `a worker thread failed: ${error.message}`;
}
