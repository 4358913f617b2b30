import { Worker } from 'node:worker_threads';
import type { CheckResponse, StartWorker } from './check-messages';

/** Size of a worker's young generation, in megabytes. */
const WORKER_YOUNG_MB = 2;
/** In the package, the worker is a bundle next to the command. In the repository, it is the source. */
const workerFile = import.meta.url.endsWith('.ts') ? './source-worker.js' : './check-worker.mjs';

/**
 * Creates the starter of worker threads.
 * @param maxHeapMb heap limit of a worker in megabytes, above which the worker ends. Default: that of Node.js.
 */
export function createWorkerStarter(maxHeapMb?: number): StartWorker {
  return (settings) => {
    const worker = new Worker(new URL(workerFile, import.meta.url), {
      workerData: settings,
      resourceLimits: {
        maxYoungGenerationSizeMb: WORKER_YOUNG_MB,
        ...(maxHeapMb === undefined ? {} : { maxOldGenerationSizeMb: maxHeapMb }),
      },
    });
    return {
      post: (request, transfer) => worker.postMessage(request, transfer),
      listen: ({ onReady, onResponse, onError, onExit }) => {
        worker.on('message', (response?: CheckResponse) => (response === undefined ? onReady() : onResponse(response)));
        worker.on('error', onError);
        worker.on('exit', onExit);
      },
      stop: () => worker.terminate(),
    };
  };
}
