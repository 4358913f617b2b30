import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runCli } from './run-cli';

const DOCUMENT = readFileSync('docs/command-line.md', 'utf8');

/** Returns the first code block of a language below a heading of the document. */
function blockBelow(heading: string, language: string): string {
  const section = DOCUMENT.slice(DOCUMENT.indexOf(`\n### ${heading}\n`));
  const [, block] = section.match(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms')) ?? [];
  if (block === undefined) throw new Error(`No block of ${language} below ${heading}.`);
  return block;
}

const interact = (edata: object) => ({
  eid: 'INTERACT',
  ets: Date.parse('2026-11-27T10:00:00Z'),
  ver: '3.0',
  mid: 'INTERACT:5e1f',
  actor: { id: 'u-1', type: 'User' },
  context: { channel: 'c-1', pdata: { id: 'app', ver: '1.0', pid: 'web' }, env: 'lesson', sid: 's-1', did: 'd-1' },
  edata,
});

function runOnFile(name: string, input: string, ...args: readonly string[]) {
  async function* open() {
    yield Buffer.from(input);
  }
  return runCli(['validate', name, ...args, '--at=2026-11-27T10:15:00Z'], { open });
}

it('the documented JSON line has the fields that validate writes', async () => {
  const { out } = await runOnFile('events.ndjson', JSON.stringify(interact({ type: 'TOUCH' })), '--format=json');
  expect(JSON.parse(blockBelow('JSON lines', 'json'))).toEqual(JSON.parse(out));
});

it('the documented lines for editors equal the output of validate', async () => {
  const [inLines, inRequest] = blockBelow('Lines for editors and CI', 'text').trimEnd().split('\n');
  const event = interact({ type: 'TOUCH' });
  const lines = [interact({ type: 'OTHER', id: 'a' }), interact({ type: 'OTHER', id: 'b' }), event];
  const ndjson = lines.map((line, index) => JSON.stringify({ ...line, mid: `m-${index}` })).join('\n');
  expect((await runOnFile('events.ndjson', ndjson, '--format=unix')).out).toBe(`${inLines}\n`);
  const request = { method: 'POST', url: 'https://example.org/v1/telemetry' };
  const entry = (text: string) => ({ request: { ...request, postData: { text } }, response: { status: 200 } });
  const entries = [...Array.from({ length: 11 }, () => entry('{}')), entry(JSON.stringify({ events: [event] }))];
  const har = JSON.stringify({ log: { version: '1.2', entries } });
  expect((await runOnFile('requests.har', har, '--format=unix')).out).toBe(`${inRequest}\n`);
});

it('the documented fates equal the output of validate --fate', async () => {
  const object = { id: 'do_1', type: 'Content' };
  const event = JSON.stringify({ ...interact({ type: 'OTHER', id: 'b-1' }), object });
  const { out } = await runOnFile('events.ndjson', `${event}\n${event}\n`, '--format=pretty', '--fate');
  expect(blockBelow('Fate', 'text')).toBe(out);
});
