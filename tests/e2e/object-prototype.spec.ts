import { expect } from '@playwright/test';
import { journeyState } from '#core/journey/journey-state';
import { readRecords } from '#tests/drivers/panel-driver';
import { showPanel, test } from './pages/journey-test';

/** Names that built-ins read from descriptors, traps and options. Old libraries add some of them to all objects. */
const NAMES = [
  ...['get', 'set', 'value', 'writable', 'enumerable', 'configurable'],
  ...['apply', 'construct', 'has', 'ownKeys', 'getPrototypeOf', 'defineProperty', 'getOwnPropertyDescriptor'],
  ...['bubbles', 'cancelable', 'composed', 'detail', 'once', 'passive', 'capture', 'signal'],
  ...[
    'subtree',
    'attributes',
    'attributeFilter',
    'characterData',
    'stream',
    'method',
    'body',
    'headers',
    'type',
    'status',
  ],
  ...['encoding', 'contentEncoding', 'text', 'end', 'message', 'stack', 'id', 'emitted'],
];

/** Defines a minimal SDK, because the real SDKs fail if all objects have such properties. */
const pageScript = (names: readonly string[]) => `(() => {
  const thrown = [];
  for (const name of ${JSON.stringify(names)}) Object.prototype[name] = function inherited() { return inherited; };
  const attempt = (run) => { try { return run(); } catch (error) { thrown.push(String(error)); } };
  attempt(() => {
    const sdk = {};
    const methods = ['start', 'end', 'impression', 'interact', 'assess', 'response', 'interrupt', 'feedback', 'share',
      'audit', 'error', 'heartbeat', 'log', 'search', 'metrics', 'summary', 'exdata'];
    for (const method of methods) {
      sdk[method] = (edata) => {
        const event = { eid: method.toUpperCase(), ets: Date.now(), ver: '3.0', mid: method + Math.random(), edata };
        const raised = document.createEvent('CustomEvent');
        raised.initCustomEvent('TelemetryEvent', true, false, event);
        document.dispatchEvent(raised);
        const xhr = new XMLHttpRequest();
        xhr.open('POST', '/nothing');
        const status = new Promise((resolve) => { xhr.onload = () => resolve(xhr.status); });
        xhr.send(JSON.stringify({ id: 'a', ver: '3.0', events: [event] }));
        return status;
      };
    }
    window.EkTelemetry = sdk;
  });
  const own = attempt(() => Object.keys(window.EkTelemetry).length);
  const statuses = ['interact', 'log'].map((name) => attempt(() => window.EkTelemetry[name]({ id: name })));
  const source = attempt(() => Function.prototype.toString.call(window.fetch).includes('native code'));
  attempt(() => navigator.sendBeacon('/nothing', '{}'));
  for (const name of ${JSON.stringify(names)}) delete Object.prototype[name];
  return Promise.all(statuses).then((all) => ({ thrown, own: own > 16, statuses: all, source }));
})()`;

test('a page that adds option names to Object.prototype is observed, and gets no error', async ({
  setup,
  pages,
  tab,
}) => {
  const panel = await showPanel(setup, tab);
  for (const [count, names] of [...NAMES.map((name) => [name]), NAMES].entries()) {
    await tab.goto(`${pages.url}/empty/`);
    const expected = { thrown: [], own: true, statuses: [404, 404], source: true };
    expect(await tab.evaluate(pageScript(names)), `${names}`).toEqual(expected);
    // If DevTools reports the responses before the hook connects, the rows follow the order of the responses.
    await expect
      .poll(
        async () =>
          (await readRecords(panel))
            .slice(2 * count)
            .map((record) => [record.call?.method, record.event?.observedIn, journeyState(record)])
            .sort(),
        `${names}`,
      )
      .toEqual([
        ['interact', 'page', 'rejected'],
        ['log', 'page', 'rejected'],
      ]);
  }
});
