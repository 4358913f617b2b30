import type { CliDeps } from '#node/cli/cli-deps';
import type { CheckSettings } from '#node/cli/validate/check/check-settings';
import { FatePredictor } from '#node/cli/validate/check/fate-predictor';
import type { CheckRequest, CheckResponse, CheckWorker } from '#node/cli/validate/check-messages';
import { createRequestHandler } from '#node/cli/validate/request-handler';

export function workerDeps() {
  let count = 0;
  const startWorker: CliDeps['startWorker'] = (settings) => {
    count += 1;
    return startLocalWorker(settings);
  };
  return { deps: { startWorker }, countStarted: () => count };
}

/** Starts a worker in this thread. It responds in reverse order, because threads can respond in any order. */
export function startLocalWorker(settings: CheckSettings): CheckWorker {
  let respond: (response: CheckResponse) => void = () => {};
  const { fate, receivedAt } = settings;
  const handle = createRequestHandler({
    settings,
    customRules: [],
    fates: fate === undefined ? null : new FatePredictor(fate, receivedAt),
    respond: (response) => respond(response),
  });
  const queue: CheckRequest[] = [];
  return {
    post(request) {
      queue.push(structuredClone(request));
      setImmediate(() => handle(queue.pop() ?? request));
    },
    listen({ onReady, onResponse }) {
      respond = onResponse;
      onReady();
    },
    stop: async () => {},
  };
}
