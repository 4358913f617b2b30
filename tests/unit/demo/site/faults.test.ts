import { expect, test } from 'vitest';
import { acts } from '#demo/site/lesson/act';
import { carefulSite } from '#demo/site/lesson/careful-site';
import { faultNames, withFault } from '#demo/site/lesson/faults';

const input = { answer: 'condensation', query: '', rating: 4, beganAt: 0, now: 1000, address: 'http://127.0.0.1/' };
const calls = acts.flatMap(({ id }) => carefulSite[id](input));

test.each(faultNames)('the fault %s makes the lesson another one', (fault) => {
  expect(withFault(fault, calls)).not.toEqual(calls);
});

test.each([null, 'no-such-fault', '__proto__'])('%s leaves the lesson as it is', (fault) => {
  expect(withFault(fault, calls)).toEqual(calls);
});
