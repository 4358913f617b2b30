import { expect } from '@playwright/test';
import { readRecords } from '#tests/drivers/panel-driver';
import { openPlayPage, test } from './pages/journey-test';
import { marksOf, readLedger, uniformLedger } from './pages/ledger';
import type { PlayOptions } from './pages/play-page';

const waiting = { state: 'waiting', tries: 0, arrived: 0 } as const;
const accepted = { state: 'accepted', tries: 1, arrived: 1 } as const;

test.use({ devtools: 'shared' });

for (const sdk of ['1.3.0', '2.0.1'] as const) {
  const options: PlayOptions = { sdk, transport: 'own', batch: 1 };

  test.describe(`SDK ${sdk}`, () => {
    test('a page that dispatches events with the extension’s names gets no error, and does not stop the capture', async ({
      pages,
      tab,
      opened: { panel },
    }) => {
      const errors: string[] = [];
      tab.on('pageerror', ({ stack }) => errors.push(`${stack}`));
      const { makeCalls } = await openPlayPage(tab, pages.url, options);
      await tab.evaluate(`{
        const prefix = 'telemetry-v3-devtools';
        let name = '';
        document.addEventListener(prefix + ':name', (event) => { name = event.detail; });
        document.dispatchEvent(new CustomEvent(prefix + ':relay'));
        if (name === '') throw new Error('The hook has not replied.');
        const types = [prefix + ':hook', prefix + ':relay', prefix + ':name', name, name + ':command'];
        for (const type of types) {
          document.dispatchEvent(new Event(type));
          for (const detail of ['{', 'null', '{"type":"fire"}', '{"type":"stop"}', {}, 1]) {
            document.dispatchEvent(new CustomEvent(type, { detail }));
          }
        }
        for (const type of ['TelemetryEvent', 'telemetryEvent']) document.dispatchEvent(new Event(type));
      }`);
      await makeCalls('after', 2);
      const readCalled = async () => (await readRecords(panel)).filter(({ call }) => call !== null);
      await expect
        .poll(async () => (await readCalled()).map(({ event }) => event?.observedIn))
        .toEqual(['page', 'page']);
      // SDK 1.3.0 throws if its event is not an object.
      expect(errors.filter((stack) => sdk === '2.0.1' || stack.includes('-extension:'))).toEqual([]);
    });

    test('Function.prototype.toString returns the original source for a wrapped function and for itself', async ({
      pages,
      tab,
    }) => {
      await openPlayPage(tab, pages.url, options);
      const sources = await tab.evaluate(`(() => {
        const source = (target) => Function.prototype.toString.call(target);
        return {
          fetch: source(fetch),
          fetchToString: fetch.toString(),
          isInherited: fetch.toString === Function.prototype.toString,
          toString: source(Function.prototype.toString),
          isSdkMethodNative: source($t.interact).includes('native code'),
        };
      })()`);
      expect(sources).toEqual({
        fetch: 'function fetch() { [native code] }',
        fetchToString: 'function fetch() { [native code] }',
        isInherited: true,
        toString: 'function toString() { [native code] }',
        isSdkMethodNative: false,
      });
    });

    test('each call of an SDK that a frame borrows from its page is one row of the page', async ({
      setup,
      pages,
      tab,
      opened: { panel },
    }) => {
      await openPlayPage(tab, pages.url, options);
      await tab.evaluate(`new Promise((loaded) => {
        const frame = document.createElement('iframe');
        frame.src = '/empty/';
        frame.onload = loaded;
        document.body.append(frame);
      })`);
      const frame = tab.frames().find((each) => each.url().endsWith('/empty/'));
      await frame?.evaluate(`{
        window.$t = parent.$t;
        for (const id of ['borrowed-1', 'borrowed-2']) {
          $t.interact({ type: 'TOUCH', subtype: '', id, pageid: 'frame' });
        }
      }`);
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual(uniformLedger(marksOf('borrowed', 2), accepted));
      expect(await frame?.evaluate('$t.interact === parent.$t.interact')).toBe(true);
    });

    test('a document that the page reopens with document.open is still watched, including the scripts that it writes', async ({
      setup,
      pages,
      tab,
      opened: { panel },
    }) => {
      const { makeCalls } = await openPlayPage(tab, pages.url, options);
      await makeCalls('before', 1);
      await tab.evaluate(`{
        const call = (id) => $t.interact({ type: 'TOUCH', subtype: '', id, pageid: 'opened' });
        window.call = call;
        document.open();
        call('opened-1');
        document.write('<!doctype html><title>Anew</title><script>call("opened-2")</scr' + 'ipt>');
        call('opened-3');
        document.close();
      }`);
      await tab.evaluate("call('opened-4')");
      await tab.evaluate(`document.write('<p>Late</p>'); call('opened-5');`);
      await tab.evaluate("call('opened-6')");
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual({
          lines: [
            ...uniformLedger(marksOf('before', 1), accepted).lines,
            // SDK 1.3.0 sends by a listener, which document.open has removed too.
            ...uniformLedger(marksOf('opened', 6), sdk === '1.3.0' ? waiting : accepted).lines,
          ],
          strays: [],
        });
    });
  });
}
