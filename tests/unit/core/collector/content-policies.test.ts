import { expect, it } from 'vitest';
import { adaptPolicies, allowInjection, allowReports } from '#core/collector/content-policies';
import { measureGrowth } from '#tests/fixtures/growth';

const proxyOrigin = 'http://127.0.0.1:4330';
const connectSources = `${proxyOrigin} ws://127.0.0.1:4330`;
const sources = { nonce: 'N', own: proxyOrigin };

it.each([
  ["script-src 'self'", "script-src 'self' 'nonce-N'"],
  ["default-src 'none'", `default-src 'nonce-N'; connect-src ${connectSources}`],
  [
    "default-src 'self'; script-src 'nonce-a' 'strict-dynamic'",
    "default-src 'self'; script-src 'nonce-a' 'strict-dynamic' 'nonce-N'",
  ],
  ["script-src 'self' 'unsafe-inline'", "script-src 'self' 'unsafe-inline'"],
  ["script-src 'unsafe-inline' cdn.example", `script-src 'unsafe-inline' cdn.example ${proxyOrigin}`],
  ["script-src 'unsafe-inline' 'sha256-a'", "script-src 'unsafe-inline' 'sha256-a' 'nonce-N'"],
  ["script-src-elem a.example; script-src 'none'", "script-src-elem a.example 'nonce-N'; script-src 'none'"],
  ['connect-src a.example', `connect-src a.example ${connectSources}`],
  ["connect-src 'none'", `connect-src ${connectSources}`],
  ['img-src *;  upgrade-insecure-requests', 'img-src *;  upgrade-insecure-requests'],
  [
    "script-src 'self', default-src a.example",
    `script-src 'self' 'nonce-N',default-src a.example 'nonce-N'; connect-src a.example ${connectSources}`,
  ],
])('the Content-Security-Policy %s becomes %s', (policy, expected) => {
  expect(allowInjection(policy, sources)).toBe(expected);
});

it.each([
  `connect-src https://learn.example ${proxyOrigin}`,
  `default-src https: ${proxyOrigin}; connect-src https: ${proxyOrigin}`,
])(
  'the policy %s, which already allows requests to the proxy, becomes one that also allows its WebSocket',
  (policy) => {
    expect(allowReports(policy, proxyOrigin)).toBe(`${policy} ws://127.0.0.1:4330`);
    expect(allowReports(`${policy} ws://127.0.0.1:4330`, proxyOrigin)).toBe(`${policy} ws://127.0.0.1:4330`);
  },
);

it('the Content-Security-Policy of a meta element is changed only to allow the hook’s reports', () => {
  expect(allowReports("script-src 'none'; connect-src 'none'", proxyOrigin)).toBe(
    `script-src 'none'; connect-src ${connectSources}`,
  );
  expect(allowReports("script-src 'none'", proxyOrigin)).toBe("script-src 'none'");
});

it.each([
  ['script-src https:', `script-src https: ${proxyOrigin}`],
  ["default-src https: data: 'unsafe-inline'", `default-src https: data: 'unsafe-inline' ${proxyOrigin}`],
  ['connect-src https: wss:', `connect-src https: wss: ${connectSources}`],
  ['connect-src wss://learn.example', 'connect-src wss://learn.example ws://127.0.0.1:4330'],
  ['img-src learn.example:443 LEARN.example', `img-src learn.example:443 LEARN.example ${proxyOrigin}`],
  ['img-src https://learn.example:*', `img-src https://learn.example:* ${proxyOrigin}`],
  ['img-src https://*', `img-src https://* ${proxyOrigin}`],
  ["img-src http: data: blob: 'self' 'none' localhost:3000 xlearn.example", null],
  ['script-src-elem', null],
])(
  'the proxy changes the Content-Security-Policy %s to %s, which allows the proxy where the upstream was allowed',
  (policy, expected) => {
    const origins = { own: proxyOrigin, upstream: 'https://learn.example' };
    expect(adaptPolicies(policy, origins)).toBe(expected ?? policy);
  },
);

it('a source with a wildcard and the port of the upstream allows the proxy, too', () => {
  const origins = { own: proxyOrigin, upstream: 'https://learn.example:8443' };
  expect(adaptPolicies('img-src *.example:8443', origins)).toBe(`img-src *.example:8443 ${proxyOrigin}`);
  expect(adaptPolicies('img-src *.example:9443', origins)).toBe('img-src *.example:9443');
});

it('a policy with many directives is adapted in linear time', () => {
  const origins = { own: 'http://localhost:4330', upstream: 'https://learn.example' };
  expect(
    measureGrowth(
      (size) => ';'.repeat(size),
      (policy) => adaptPolicies(policy, origins),
      8_000,
    ),
  ).toBeLessThan(8);
});
