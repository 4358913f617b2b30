import { expect, it } from 'vitest';
import { findCollectorUrlProblem } from '#core/drafts/collector-url';

it.each([
  ['https://collector.example.org/v1/telemetry', null],
  [' http://localhost:8080/v1/telemetry ', null],
  ['', 'empty'],
  ['   ', 'empty'],
  ['collector.example.org/v1', 'not-a-url'],
  ['http://', 'not-a-url'],
  ['chrome://settings', 'not-http'],
  ['javascript:alert(1)', 'not-http'],
  ['ftp://collector.example.org/', 'not-http'],
  ['localhost:8080/v1', 'not-http'],
  ['data:text/plain,x', 'not-http'],
  ['https://user:password@collector.example.org/v1/telemetry', 'with-credentials'],
  ['https://user@collector.example.org/v1/telemetry', 'with-credentials'],
  ['https://collector.example.org/v1/telemetry?to=a@b', null],
] as const)('the problem of the collector URL %j is %s', (text, problem) => {
  expect(findCollectorUrlProblem(text)).toBe(problem);
});
