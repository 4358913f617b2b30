import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { eventOf } from '../../core/telemetry/sample-events';
import { runOn } from './run-cli';

const edata = { type: 'api', level: 'INFO', message: 'first' };
const TOKEN = `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.sig`;
const jsonLines: readonly Json[] = [
  eventOf('log', edata),
  eventOf('log', { ...edata, level: 7, more: 1 }),
  eventOf('log', edata, { mid: 'with "quotes", \u0939' }),
  eventOf('log', edata, { mid: null }),
  eventOf('log', { ...edata, message: TOKEN }),
  eventOf('log', edata, { mid: TOKEN }),
  { event: eventOf('interrupt', { type: 'x' }), tool: { verdict: 'valid' } },
  { event: eventOf('interrupt', { type: 7 }), events: [] },
  { data: { events: [eventOf('log', edata), eventOf('log', {})] } },
  { method: 'interrupt', args: [{ type: 'x' }] },
  eventOf('log', edata, { events: [eventOf('log', {})] }),
  eventOf('log', {}, { eid: 'NONE' }),
];
const otherLines = [
  '',
  '  ',
  '{"eid":"LOG"',
  '[]',
  JSON.stringify(eventOf('log', edata), null, 1).replaceAll('\n', ' '),
];
const lines = [...jsonLines.map((json) => JSON.stringify(json)), ...otherLines];

it.each([
  [['--format', 'json']],
  [['--format', 'json', '--rules', 'envelope,ingestion', '--severity', 'error', '--quiet']],
  [['--format', 'unix']],
])('an event of a known shape has the same output as a fully checked event, with %j', async (options) => {
  const run = (text: string) => runOn(text, ['validate', '-', '--no-config', ...options], { chunkBytes: 4096 });
  const alone: string[] = [];
  for (const line of lines) alone.push(omitLocations((await run(`${line}\r\n`)).out));
  const all = await run([...lines, ...lines, ...lines].map((line) => `${line}\r\n`).join(''));
  expect(omitLocations(all.out)).toBe([...alone, ...alone, ...alone].join(''));
  expect(all.out.length).toBeGreaterThan(1_000);
});

function omitLocations(out: string): string {
  return out.replace(/^\{"index":\d+,"line":\d+|^stdin:\d+/gm, '');
}
