import type { Page } from 'playwright';

/**
 * Functions of the inspected page. A string, because they run in the page and must not be compiled.
 * `bench.call` makes one real SDK call with an event of about 1 kB and its own id. `bench.round` returns microseconds
 * per call. `afterwards` is the time between the end of the page's script and its next task.
 */
const SCRIPT = `
globalThis.bench = (() => {
  const filling = 'The water cycle moves water from the sea to the sky and back again. '.repeat(7);
  const call = (id) => $t.interact({
    id, type: 'TOUCH', pageid: 'water-cycle',
    extra: { pos: [{ x: 12, y: 34 }], values: [filling] },
  });
  return {
    call,
    now: () => Date.now(),
    callOnce: (id) => { const at = Date.now(); call(id); return at; },
    burst: (name, count) => {
      for (let index = 0; index < count; index += 1) call(name + '-' + index);
      return Date.now();
    },
    round: async (calls) => {
      const startedAt = performance.now();
      for (let index = 0; index < calls; index += 1) call('round-' + index);
      const done = performance.now();
      await new Promise((next) => setTimeout(next));
      const ended = performance.now();
      return { inCall: (done - startedAt) * 1000 / calls, afterwards: (ended - done) * 1000 / calls };
    },
  };
})()`;

/** Opens the page with SDK 2.0.1 and batches of 20, and installs the functions of the bench. */
export async function openBenchPage(page: Page, pageUrl: string): Promise<void> {
  await page.goto(pageUrl);
  await page.evaluate(SCRIPT);
}

/**
 * Wraps the browser's `fetch`. While `isOffline` is true, each request gets a response at once.
 * The hook wraps this `fetch`, because it is installed before the page's first script.
 */
const OFFLINE_SWITCH = `
{
  const send = window.fetch;
  const response = new Response('{}', { headers: { 'content-type': 'application/json' } });
  globalThis.isOffline = true;
  window.fetch = (...request) => isOffline ? Promise.resolve(response.clone()) : send(...request);
}`;

/** Opens the page with a `fetch` that sends nothing until the page's `isOffline` is false. */
export async function openOfflinePage(page: Page, pageUrl: string): Promise<void> {
  await page.addInitScript(OFFLINE_SWITCH);
  await openBenchPage(page, pageUrl);
}
