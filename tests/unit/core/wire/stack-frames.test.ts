import { expect, it } from 'vitest';
import { readReport } from '#core/wire/hook-report';
import { MAX_STACK_CHARS } from '#core/wire/report-limits';
import { MAX_STACK_FRAMES, readStackFrames } from '#core/wire/stack-frames';
import { calledOf } from '#tests/fixtures/watched-page';

const place = (line: number, name = '') => ({ name, url: 'http://localhost/a.js', line, column: 5 });

it('a call stack of Chromium has the functions of the page, without those of extensions and of the engine', () => {
  const text = [
    '    at Object.apply (chrome-extension://abc/page-hook-stacks.js:1:900)',
    '    at pressPlay (http://localhost/a.js:12:5)',
    '    at Array.forEach (<anonymous>)',
    '    at async Player.start (http://localhost/a.js:30:5)',
    '    at http://localhost/a.js:40:5',
  ].join('\n');
  expect(readStackFrames(text)).toEqual([place(12, 'pressPlay'), place(30, 'async Player.start'), place(40)]);
});

it('a call stack of Chromium names the place of an eval, whose text has none', () => {
  const text = '    at eval (eval at run (http://localhost/a.js:3:5), <anonymous>:1:1)';
  expect(readStackFrames(text)).toEqual([place(3, 'eval')]);
});

it('a call stack of Firefox has the functions of the page', () => {
  const text =
    'pressPlay@http://localhost/a.js:12:5\n@http://localhost/a.js:40:5\nt@moz-extension://abc/page-hook.js:1:2\n';
  expect(readStackFrames(text)).toEqual([place(12, 'pressPlay'), place(40)]);
});

it('the call stack that a page reports is bounded', () => {
  const text = Array.from({ length: 300 }, () => '    at http://localhost/a.js:40:5').join('\n');
  expect(readStackFrames(text)).toHaveLength(MAX_STACK_FRAMES);
  const long = `    at x (http://localhost/a.js:12:5)\n    at ${'y'.repeat(MAX_STACK_CHARS)} (http://localhost/a.js:40:5)`;
  expect(readStackFrames(long)).toEqual([place(12, 'x')]);
  const [named] = readStackFrames(`    at ${'y'.repeat(5_000)} (data:text/javascript,${'z'.repeat(4_000)}:1:1)`);
  expect([named?.name.length, named?.url.length]).toEqual([200, 2_000]);
});

it.each(['', 'no stack', '    at f (http://localhost/a.js:0:0)', '    at f (http://localhost/a.js:x:1)', '    at f ('])(
  'the call stack that a page reports has no frame if it is %j',
  (text) => {
    expect(readStackFrames(text)).toEqual([]);
  },
);

it('the call stack of a page is read from the report of a call, and is optional', () => {
  const stackOf = (over: object) => readReport(JSON.stringify(calledOf('a', {}, over))).observations;
  expect(stackOf({ origin: { stack: '    at f (http://localhost/a.js:3:5)' } })).toMatchObject([
    { origin: { stack: [place(3, 'f')] } },
  ]);
  expect(stackOf({})).toMatchObject([{ type: 'called' }]);
  expect(stackOf({ origin: { stack: 7 } })).toEqual([]);
});
