import type { Page } from 'playwright';

/**
 * What the inspected page does in a measure, as text: it runs in the page, and no compiler may touch it. `bench.call`
 * makes one real SDK call whose event is about 1 kB; every call has an id of its own, so that none can be taken for
 * another. "Afterwards" is what comes between the page's script and its next task, per call.
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
    rounds: async (count, calls) => {
      const inCalls = Array.from({ length: count }, (_, round) => {
        const began = performance.now();
        for (let index = 0; index < calls; index += 1) call('round-' + round + '-' + index);
        return (performance.now() - began) * 1000 / calls;
      });
      const done = performance.now();
      await new Promise((next) => setTimeout(next));
      return { inCalls, afterwards: (performance.now() - done) * 1000 / (count * calls) };
    },
  };
})()`;

/** Opens the page with SDK 2.0.1, batch 20, and makes it ready to be measured. */
export async function openBenchPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(SCRIPT);
}
