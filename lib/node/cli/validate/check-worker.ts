import { parentPort, workerData } from 'node:worker_threads';
import type { CheckRequest, CheckResponse } from './check-pool';
import { type CheckSettings, ItemChecker } from './item-checker';

/** Runs in a worker thread of the command line: checks blocks of lines, one after the other. */
const settings: CheckSettings = workerData;
const port = parentPort;
let file: string | null = null;
let checker: ItemChecker | null = null;

port?.on('message', ({ id, file: name, block, firstIndex }: CheckRequest) => {
  if (checker === null || file !== name) checker = new ItemChecker(settings, name);
  file = name;
  const checked = checker.check(block, firstIndex);
  const buffer = 'chunks' in block ? (block.chunks[0]?.buffer ?? null) : null;
  const response = { id, checked, buffer } as CheckResponse;
  port.postMessage(response, response.buffer === null ? [] : [response.buffer]);
});
