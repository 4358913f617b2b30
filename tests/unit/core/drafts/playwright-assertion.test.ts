import { expect, it } from 'vitest';
import { writePlaywrightAssertion } from '#core/drafts/playwright-assertion';
import type { Json } from '#core/json/json';
import { createRedactor } from '#core/redaction/redactor';
import { eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const event = {
  eid: 'INTERACT',
  mid: 'INTERACT:1',
  ets: 1_700_000_000_000,
  actor: { type: 'User', id: 'user' },
  context: { sid: 'session', did: 'device', env: 'home' },
  object: {},
  edata: { type: 'TOUCH', id: 'play', duration: 3, extra: { mail: 'asha@example.org', at: [1, 'asha@example.org'] } },
};

const assertionOf = (json: Json, requests = recordOf(1).requests) =>
  writePlaywrightAssertion(recordOf(1, { event: eventOf({ json }), requests }), createRedactor().json);

/** Evaluates the argument of the assertion. */
function readExpectedEvent(code: string | null): unknown {
  const [, literal = ''] = /^await expect\(telemetry\)\.toHaveEvent\(([\s\S]*)\);\n$/.exec(code ?? '') ?? [];
  return new Function(`return (${literal});`)();
}

it('writePlaywrightAssertion asserts the fields that are stable across runs, without secrets', () => {
  const code = assertionOf(event);
  expect(readExpectedEvent(code)).toEqual({ eid: 'INTERACT', edata: { type: 'TOUCH', id: 'play', extra: {} } });
  expect(code).not.toContain('asha');
});

it('writePlaywrightAssertion asserts the event as it was sent, not as it was emitted', () => {
  const requests = [requestOf({ carriedEvent: { eid: 'INTERACT', object: { id: 'a' } } })];
  expect(readExpectedEvent(assertionOf(event, requests))).toEqual({ eid: 'INTERACT', object: { id: 'a' } });
});

it('writePlaywrightAssertion escapes strings, and preserves a key named __proto__', () => {
  const id = '</script>\u2028`$' + '{x}` "*/';
  const json = JSON.parse(JSON.stringify({ eid: 'LOG', edata: { id } }).replace('"id"', '"__proto__":{"a":1},"id"'));
  const expected = readExpectedEvent(assertionOf(json)) as { edata: object };
  expect(JSON.stringify(expected.edata)).toBe(JSON.stringify(json.edata));
});

it('writePlaywrightAssertion writes the eid as a regular expression if the event has nonstandard fields', () => {
  expect(readExpectedEvent(assertionOf({ eid: 'INTERACT', edata: { type: 'TOUCH', target: 'play' } }))).toEqual({
    eid: /^INTERACT$/,
    edata: { type: 'TOUCH', target: 'play' },
  });
  expect(readExpectedEvent(assertionOf({ eid: 'CUSTOM.A', edata: { own: 1 } }))).toEqual({
    eid: /^CUSTOM\.A$/,
    edata: { own: 1 },
  });
  expect(readExpectedEvent(assertionOf({ eid: 'LOG', edata: { level: 'INFO' } }))).toEqual({
    eid: 'LOG',
    edata: { level: 'INFO' },
  });
});

it('writePlaywrightAssertion writes no assertion for a call that emitted no event', () => {
  expect(writePlaywrightAssertion(recordOf(1, { event: null }), (json) => json)).toBeNull();
});
