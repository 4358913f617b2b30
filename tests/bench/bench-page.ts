import type { Page } from 'playwright';

/**
 * What the inspected page does in a measure, as text.
 * It runs in the page, and no compiler may touch it. `bench.call` makes one real SDK call whose event is about 1 kB;
 * every call has an id of its own, so that none can be taken for another. A round returns microseconds per call;
 * "afterwards" is what comes between the page's script and its next task.
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
    one: (id) => { const at = Date.now(); call(id); return at; },
    burst: (name, count) => {
      for (let index = 0; index < count; index += 1) call(name + '-' + index);
      return Date.now();
    },
    round: async (calls) => {
      const began = performance.now();
      for (let index = 0; index < calls; index += 1) call('round-' + index);
      const done = performance.now();
      await new Promise((next) => setTimeout(next));
      const ended = performance.now();
      return { inCall: (done - began) * 1000 / calls, afterwards: (ended - done) * 1000 / calls };
    },
  };
})()`;

/** Opens the page with SDK 2.0.1, batch 20, and makes it ready to be measured. */
export async function openBenchPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(SCRIPT);
}

/**
 * A switch for the browser's `fetch`: while the page is offline, each request gets a response at once.
 * It lies beneath the hook, which is in its place before the page's first script.
 */
const OFFLINE_SWITCH = `
{
  const send = window.fetch;
  const response = new Response('{}', { headers: { 'content-type': 'application/json' } });
  globalThis.isOffline = true;
  window.fetch = (...request) => isOffline ? Promise.resolve(response.clone()) : send(...request);
}`;

/** The same of a page that sends nothing, until its `isOffline` is false. */
export async function openOfflinePage(page: Page, address: string): Promise<void> {
  await page.addInitScript(OFFLINE_SWITCH);
  await openBenchPage(page, address);
}
