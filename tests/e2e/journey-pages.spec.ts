import { expect } from '@playwright/test';
import { diagnose } from '#core/journey/diagnostics';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { openPlayPage, showPanel, test } from './pages/journey-test';
import { marksOf, readLedger, uniformLedger } from './pages/ledger';
import type { PlayOptions } from './pages/play-page';

test.use({ devtools: 'shared' });

const accepted = { state: 'accepted', tries: 1, arrived: 1 } as const;
const page2x: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 3 };
const page1x: PlayOptions = { sdk: '1.3.0', transport: 'own', batch: 3 };

for (const options of [page1x, page2x]) {
  test.describe(`SDK ${options.sdk}`, () => {
    test('a global that is replaced by a wrapper at run time results in one row per call', async ({
      setup,
      pages,
      tab,
      opened: { panel },
    }) => {
      const { makeCalls } = await openPlayPage(tab, pages.url, options);
      await makeCalls('before', 3);
      await tab.evaluate(`{
        const inner = $t;
        const wrapper = { initialize() {} };
        for (const name of ['start', 'impression', 'interact', 'end', 'syncEvents']) {
          wrapper[name] = (...args) => inner[name](...args);
        }
        window.$t = wrapper;
      }`);
      await makeCalls('after', 3);
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual(uniformLedger([...marksOf('before', 3), ...marksOf('after', 3)], accepted));
    });

    test('frozen SDKs and read-only globals are watched', async ({ setup, pages, tab, opened: { panel } }) => {
      const { makeCalls } = await openPlayPage(tab, pages.url, options);
      await tab.evaluate(`{
        const frozen = Object.freeze($t);
        Object.defineProperty(window, '$t', { value: frozen, writable: false, configurable: false });
      }`);
      await makeCalls('frozen', 3);
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual(uniformLedger(marksOf('frozen', 3), accepted));
    });

    test('single-page navigation neither loses nor duplicates events', async ({
      setup,
      pages,
      tab,
      opened: { panel },
    }) => {
      const { makeCalls } = await openPlayPage(tab, pages.url, options);
      await makeCalls('first', 2);
      await tab.evaluate("history.pushState(null, '', '/somewhere/else')");
      await makeCalls('then', 1);
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual(uniformLedger([...marksOf('first', 2), ...marksOf('then', 1)], accepted));
    });

    test('events below the batch size are lost on a reload, and the page continues after the reload', async ({
      setup,
      pages,
      tab,
      opened: { panel },
    }) => {
      const { makeCalls, frame } = await openPlayPage(tab, pages.url, options);
      await makeCalls('kept', 3);
      // A reload aborts a request that has no response yet.
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual(uniformLedger(marksOf('kept', 3), accepted));
      await makeCalls('short', 2);
      await tab.reload();
      await expect.poll(() => frame.evaluate('typeof player')).toBe('object');
      await makeCalls('again', 3);
      const lost = { state: 'lost', tries: 0, arrived: 0 } as const;
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual({
          lines: [
            ...uniformLedger(marksOf('kept', 3), accepted).lines,
            ...uniformLedger(marksOf('short', 2), lost).lines,
            ...uniformLedger(marksOf('again', 3), accepted).lines,
          ],
          strays: [],
        });
    });
  });
}

for (const sdk of ['0.0.29', '1.3.0', '2.0.1', '2.0.1 esm'] as const) {
  test(`SDK ${sdk} does not load on a page whose CSP forbids unsafe-eval, and there is no row`, async ({
    setup,
    pages,
    tab,
    opened: { panel },
  }) => {
    const problems: string[] = [];
    tab.on('pageerror', (problem) => problems.push(`${problem}`));
    const { makeCalls, readErrors } = await openPlayPage(tab, pages.url, {
      sdk,
      transport: 'own',
      batch: 3,
      isStrict: true,
    });
    await makeCalls('strict', 1);
    expect(problems).toEqual([expect.stringContaining("'unsafe-eval'")]);
    expect(await readErrors()).toEqual(['initialize', 'interact'].map((name) => expect.stringContaining(name)));
    await expect(panel.getByText(t('empty.noSdk'))).toBeVisible();
    await expect(panel.getByText(t('empty.evalBlockedText'))).toBeVisible();
    expect(await readRecords(panel)).toEqual([]);
    expect(setup.collector.received).toEqual([]);
  });
}

test.describe('with DevTools of its own, which the burst fills', () => {
  const BURST_TIMEOUT_MS = 150_000;
  test.describe.configure({ timeout: 4 * BURST_TIMEOUT_MS });

  test.use({ devtools: 'own' });

  test('10,000 calls in one burst result in one row each, and each arrives once', async ({ setup, pages, tab }) => {
    const panel = await showPanel(setup, tab);
    const { makeCalls } = await openPlayPage(tab, pages.url, { ...page2x, batch: 20 });
    await makeCalls('burst', 10_000);
    const summary = (): Promise<{ readonly rows: number; readonly accepted: number }> =>
      panel.evaluate(`(() => {
        const records = telemetryPanel.records();
        const ends = records.filter(({ requests }) => requests.at(-1)?.end.status === 'responded');
        return { rows: records.length, accepted: ends.length };
      })()`);
    await expect.poll(summary, { timeout: BURST_TIMEOUT_MS }).toEqual({ rows: 10_000, accepted: 10_000 });
    expect(await readLedger(panel, setup.collector.received)).toEqual(
      uniformLedger(marksOf('burst', 10_000), accepted),
    );
  });

  test('1,500 requests in one burst are captured as the page sent them, although DevTools reports them much later', async ({
    setup,
    pages,
    tab,
  }) => {
    const panel = await showPanel(setup, tab);
    const { makeCalls } = await openPlayPage(tab, pages.url, { ...page2x, batch: 1 });
    await makeCalls('burst', 1_500);
    const countUnreported = (): Promise<number> =>
      panel.evaluate(`telemetryPanel.records().filter(({ requests }) =>
        requests.at(-1)?.end.status !== 'failed' && requests.every(({ responseText }) => responseText === null)).length`);
    await expect.poll(countUnreported, { timeout: BURST_TIMEOUT_MS }).toBe(0);
    /** Returns the marks whose number of accepted tries differs from the number of arrived events. */
    const findWrongTries = async (): Promise<readonly string[]> => {
      const accepted: readonly number[] = await panel.evaluate(
        "telemetryPanel.records().map(({ requests }) => requests.filter(({ end }) => end.status !== 'failed').length)",
      );
      const { lines } = await readLedger(panel, setup.collector.received);
      return lines.filter(({ arrived }, index) => arrived !== accepted[index]).map(({ mark }) => mark);
    };
    // The browser fails a request while too many are waiting, and the SDK sends its last batch again.
    await expect.poll(findWrongTries, { timeout: BURST_TIMEOUT_MS }).toEqual([]);
    const ids: readonly string[] = await panel.evaluate(
      'telemetryPanel.records().flatMap(({ requests }) => requests.map(({ id }) => id))',
    );
    expect(ids.filter((id) => id.startsWith('request-'))).toEqual([]);
    const { lines } = await readLedger(panel, setup.collector.received);
    expect(lines.map(({ mark }) => mark)).toEqual(marksOf('burst', 1_500));
    const arrivals = lines.map(({ arrived }) => arrived);
    expect(Math.max(...arrivals)).toBe(1);
    expect(arrivals.filter((arrived) => arrived === 1).length).toBeGreaterThan(750);
  });
});

for (const options of [page1x, page2x]) {
  test(`SDK ${options.sdk}: an event whose collector responds with 500, then 200, is one row with two attempts`, async ({
    setup,
    pages,
    tab,
    opened: { panel },
  }) => {
    const { makeCalls } = await openPlayPage(tab, pages.url, options);
    setup.collector.respondNext({ status: 500 });
    await makeCalls('tried', 3);
    await expect
      .poll(() => readLedger(panel, setup.collector.received))
      .toEqual(uniformLedger(marksOf('tried', 3), { state: 'accepted', tries: 2, arrived: 2 }));
    const [record] = await readRecords(panel);
    expect(record && diagnose(record)).toMatchObject([
      { code: 'retried', title: { code: 'diagnostics.retried.title', count: 1 } },
    ]);
    await expect(panel.getByRole('grid').getByRole('row').filter({ hasText: 'INTERACT' })).toHaveCount(3);
  });
}

test.describe('in two tabs', () => {
  test.use({ devtools: 'own' });

  test('two tabs have separate panels, and each panel shows its own tab', async ({ setup, pages, tab }) => {
    const other = await setup.browser.context.newPage();
    await other.goto(`${pages.url}/empty/`);
    const [panel, otherPanel] = [await showPanel(setup, tab), await showPanel(setup, other)];
    const one = await openPlayPage(tab, pages.url, page2x);
    const two = await openPlayPage(other, pages.url, page1x);
    await one.makeCalls('one', 3);
    await two.makeCalls('two', 3);
    const rows = async (panelFrame: typeof panel) =>
      (await readLedger(panelFrame, [])).lines.map(({ mark, state }) => `${mark} ${state}`);
    await expect.poll(() => rows(panel)).toEqual(marksOf('one', 3).map((mark) => `${mark} accepted`));
    await expect.poll(() => rows(otherPanel)).toEqual(marksOf('two', 3).map((mark) => `${mark} accepted`));
    await other.close();
  });
});

test('a page that forges messages can add rows to its own list only, and receives no data', async ({
  setup,
  pages,
  tab,
  opened: { panel },
}) => {
  const { makeCalls } = await openPlayPage(tab, pages.url, page2x);
  const received: readonly unknown[] = await tab.evaluate(`(() => {
    const details = [];
    const prefix = 'telemetry-v3-devtools:';
    for (const name of ['hook', 'relay', 'name']) {
      document.addEventListener(prefix + name, (event) => details.push([name, typeof event.detail]), true);
    }
    let agreed = null;
    document.addEventListener(prefix + 'name', (event) => { agreed ??= event.detail; }, true);
    document.dispatchEvent(new CustomEvent(prefix + 'relay'));
    const send = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
    send(prefix + 'name', 'of-the-page');
    for (const text of ['', '{', 'null', '[]', '{"type":"called"}', '{"type":"__proto__","at":1}']) send(agreed, text);
    for (const detail of [null, 7, {}, document.body, () => 1]) send(agreed, detail);
    for (const text of ['', 'null', '{"type":"fire"}', '{"type":"unknown"}']) {
      try { send(agreed + ':command', text); } catch (problem) { details.push(['threw', String(problem)]); }
    }
    send(agreed, JSON.stringify({
      type: 'called', at: 1, callId: 'forged', method: 'interact', sdk: 0, firedBy: null,
      batchSize: null, hasDid: null, args: [{ id: 'forged' }], truncations: [],
    }));
    return details;
  })()`);
  expect(received).toEqual([
    ['name', 'string'],
    ['relay', 'object'],
    ['name', 'string'],
  ]);
  await makeCalls('true', 3);
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual({
      lines: [
        { mark: 'forged', state: 'called', tries: 0, arrived: 0 },
        ...uniformLedger(marksOf('true', 3), accepted).lines,
      ],
      strays: [],
    });
});
