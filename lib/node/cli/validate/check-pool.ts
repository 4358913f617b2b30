import type { ReportPart } from '#core/report/finding-report';
import { BUFFER_BYTES, copyChunks } from '../input/line-blocks';
import type { InputBlock } from '../input/read-input';
import type { CheckedBlock, CheckSettings, ItemChecker } from './item-checker';

/** A request to a worker thread, and its response. */
export interface CheckRequest {
  readonly id: number;
  readonly file: string;
  readonly block: InputBlock;
  /** Estimated index of the block's first item among all items: a block is counted only when it is read. */
  readonly firstIndex: number;
}
export interface CheckResponse {
  readonly id: number;
  readonly checked: CheckedBlock;
  /** The request's buffer, to be used again: a new one each time would be garbage for long. Holds the output if that fits. */
  readonly buffer: ArrayBuffer | null;
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
  readonly firstIndex: number;
  /** `null` if a worker failed. */
  readonly response: Promise<Pick<CheckResponse, 'checked' | 'buffer'> | null>;
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

  /** @param jobs threads that check, this one included. */
  constructor(startWorker: StartWorker, settings: CheckSettings, jobs: number) {
    this.#start = () => startWorker(settings);
    this.#jobs = jobs;
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
    checker: Pick<ItemChecker, 'check'>,
    indexNow: () => number,
  ): AsyncGenerator<CheckedBlock, string | null, undefined> {
    const pending: PendingBlock[] = [];
    const maxPending = (this.#jobs - 1) * BLOCKS_PER_WORKER + MAX_WAITING_BLOCKS;
    let next: Promise<IteratorResult<InputBlock>> | null = blocks.next();
    for (;;) {
      const [oldest] = pending;
      const hasRoom = next !== null && pending.length < maxPending;
      if (oldest === undefined && next === null) return null;
      const isOldest =
        oldest !== undefined &&
        (!hasRoom || (await Promise.race([oldest.response.then(() => true), next?.then(() => false) ?? true])));
      if (isOldest) {
        pending.shift();
        const response = await oldest.response;
        if (response === null) return this.#stopReading(next);
        const { checked, buffer } = response;
        yield shiftIndexes(checked, indexNow() - oldest.firstIndex);
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
      const response =
        worker === null
          ? Promise.resolve({ checked: checkHere(checker, block, firstIndex), buffer: null })
          : this.#send(worker, { id: this.#takeId(), file, block, firstIndex });
      pending.push({ lines, firstIndex, response });
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

  #send(chosen: PoolWorker, request: CheckRequest): Promise<CheckResponse | null> {
    chosen.busy += 1;
    const response = new Promise<CheckResponse | null>((resolve) => this.#waiting.set(request.id, resolve));
    const { block } = request;
    if ('chunks' in block) {
      // The chunks are parts of what was read, which cannot be handed over.
      const bytes = copyChunks(block, this.#freeBuffers.pop() ?? new ArrayBuffer(BUFFER_BYTES));
      chosen.worker.post({ ...request, block: { ...block, chunks: [bytes] } }, [bytes.buffer]);
    } else {
      chosen.worker.post(request, []);
    }
    return response.finally(() => {
      chosen.busy -= 1;
    });
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
        this.#waiting.get(response.id)?.(response);
        this.#waiting.delete(response.id);
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
function checkHere(checker: Pick<ItemChecker, 'check'>, block: InputBlock, firstIndex: number): CheckedBlock {
  const checked = checker.check(block, firstIndex);
  return { ...checked, out: checked.out.slice() };
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
