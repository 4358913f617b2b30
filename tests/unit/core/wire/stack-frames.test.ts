import { expect, it } from 'vitest';
import { readReport } from '#core/wire/hook-report';
import { MAX_STACK_CHARS } from '#core/wire/report-limits';
import { MAX_STACK_FRAMES, readStackFrames } from '#core/wire/stack-frames';
import { callReport } from '#tests/fixtures/watched-page';

const frame = (line: number, name = '') => ({ name, url: 'http://localhost/a.js', line, column: 5 });

it('a Chromium call stack has the functions of the page, without frames of extensions and the engine', () => {
  const text = [
    '    at Object.apply (chrome-extension://abc/page-hook-stacks.js:1:900)',
    '    at pressPlay (http://localhost/a.js:12:5)',
    '    at Array.forEach (<anonymous>)',
    '    at async Player.start (http://localhost/a.js:30:5)',
    '    at http://localhost/a.js:40:5',
  ].join('\n');
  expect(readStackFrames(text)).toEqual([frame(12, 'pressPlay'), frame(30, 'async Player.start'), frame(40)]);
});

it('a Chromium call stack has the position of an eval call', () => {
  const text = '    at eval (eval at run (http://localhost/a.js:3:5), <anonymous>:1:1)';
  expect(readStackFrames(text)).toEqual([frame(3, 'eval')]);
});

it('a Firefox call stack has the functions of the page', () => {
  const text =
    'pressPlay@http://localhost/a.js:12:5\n@http://localhost/a.js:40:5\nt@moz-extension://abc/page-hook.js:1:2\n';
  expect(readStackFrames(text)).toEqual([frame(12, 'pressPlay'), frame(40)]);
});

it('a call stack is limited in frames and length', () => {
  const text = Array.from({ length: 300 }, () => '    at http://localhost/a.js:40:5').join('\n');
  expect(readStackFrames(text)).toHaveLength(MAX_STACK_FRAMES);
  const long = `    at x (http://localhost/a.js:12:5)\n    at ${'y'.repeat(MAX_STACK_CHARS)} (http://localhost/a.js:40:5)`;
  expect(readStackFrames(long)).toEqual([frame(12, 'x')]);
  const [longFrame] = readStackFrames(`    at ${'y'.repeat(5_000)} (data:text/javascript,${'z'.repeat(4_000)}:1:1)`);
  expect([longFrame?.name.length, longFrame?.url.length]).toEqual([200, 2_000]);
});

it.each(['', 'no stack', '    at f (http://localhost/a.js:0:0)', '    at f (http://localhost/a.js:x:1)', '    at f ('])(
  'the call stack %j has no frames',
  (text) => {
    expect(readStackFrames(text)).toEqual([]);
  },
);

it('the call stack is read from the report of a call, and is optional', () => {
  const stackOf = (overrides: object) => readReport(JSON.stringify(callReport('a', {}, overrides))).observations;
  expect(stackOf({ origin: { stack: '    at f (http://localhost/a.js:3:5)' } })).toMatchObject([
    { origin: { stack: [frame(3, 'f')] } },
  ]);
  expect(stackOf({})).toMatchObject([{ type: 'called' }]);
  expect(stackOf({ origin: { stack: 7 } })).toEqual([]);
});
