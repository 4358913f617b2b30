import type { InputBlock } from '../input/read-input';
import type { CheckSettings } from './check/check-settings';
import type { CheckedBlock, PreparedBlock } from './check/checked-block';
import type { FateDuplicates } from './check/fate-facts';

/** Requests to a worker thread. */
export type CheckRequest = BlockRequest | FinishRequest;

export interface BlockRequest {
  readonly type: 'check';
  readonly id: number;
  readonly file: string;
  readonly block: InputBlock;
  /**
   * Estimated index of the block's first item among all items.
   * The exact index is known after earlier blocks are read.
   */
  readonly firstIndex: number;
}

/** Finishes a prepared block with its duplicates. Sent only if fates are requested. */
export interface FinishRequest {
  readonly type: 'finish';
  /** The id of the block's {@link BlockRequest}. */
  readonly id: number;
  /** The index of the block's first item among all items. */
  readonly firstIndex: number;
  readonly duplicates: FateDuplicates;
}

/** Responses of a worker thread. */
export type CheckResponse = CheckedResponse | PreparedResponse;

export interface CheckedResponse {
  readonly type: 'checked';
  readonly id: number;
  readonly checked: CheckedBlock;
  /**
   * The request's buffer, for reuse.
   * Contains the output if it fits. New buffers would be garbage collected late.
   */
  readonly buffer: ArrayBuffer | null;
}

/** Returns a prepared block. Sent only if fates are requested. */
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
  /** Called when the worker has loaded its modules, after about 0.1 s. */
  onReady(): void;
  onResponse(response: CheckResponse): void;
  /** Called when the worker fails and ends, for example because it is out of memory. */
  onError(error: Error): void;
  /** Called when the worker has ended, also after {@link CheckWorker.stop}. */
  onExit(code: number): void;
}

export type StartWorker = (settings: CheckSettings) => CheckWorker;
