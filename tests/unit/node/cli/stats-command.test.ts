import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { describeSharedData } from '#tests/fixtures/shared-data';
import { eventOf } from '../../core/telemetry/sample-events';
import { runCli, runOn } from './run-cli';

const touch = (pageid: string, more: object = {}) =>
  eventOf('interact', { type: 'TOUCH', id: 'next', pageid, ...more }) as object;
const invalidTouch = (pageid: string) => touch(pageid, { type: 'click' });
const toLines = (...items: unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
const stats = (input: string | Uint8Array, ...args: string[]) =>
  runOn(input, ['stats', ...args], { chunkBytes: 65_536 });
const statsJson = async (input: string | Uint8Array, ...args: string[]) =>
  JSON.parse((await runOn(input, ['stats', '--format', 'json', ...args], { chunkBytes: 65_536 })).out);

const sample = toLines(
  touch('home'),
  touch('home'),
  invalidTouch('home'),
  invalidTouch('lesson'),
  { method: 'impression', args: [{ type: 'view', pageid: 'lesson' }] },
  { eid: 'FOO', ets: 1 },
  'text',
);

it('stats counts items by kind and page, findings by rule, and the most frequent findings with their first position', async () => {
  const json = await statsJson(`${sample}{"eid"\n`);
  expect(json).toMatchObject({
    format: 'telemetry-v3-stats',
    version: 1,
    files: { read: 1, failed: 0 },
    items: 8,
    verdicts: { valid: 3 },
  });
  expect(json.kinds).toEqual([
    { eid: 'INTERACT', items: 4, invalid: 2 },
    { eid: null, items: 2, invalid: 0 },
    { eid: 'FOO', items: 1, invalid: expect.any(Number) },
    { eid: 'IMPRESSION', items: 1, invalid: 0 },
  ]);
  expect(json.pages).toEqual(
    expect.arrayContaining([
      { pageid: 'home', items: 3, invalid: 1 },
      { pageid: 'lesson', items: 2, invalid: 1 },
    ]),
  );
  expect(json.rules[0]).toMatchObject({ severity: 'error' });
  expect(json.rules).toContainEqual({ ruleSet: 'definition', code: 'not-in-list', severity: 'error', findings: 2 });
  expect(json.rules).toContainEqual({ ruleSet: 'format', code: 'not-json', severity: 'error', findings: 1 });
  expect(json.findings[0]).toMatchObject({
    code: 'not-in-list',
    kind: 'interact',
    path: 'edata.type',
    findings: 2,
    first: { file: '-', line: 3 },
  });
  const total = (rows: { findings: number }[]) => rows.reduce((sum, { findings }) => sum + findings, 0);
  const { error, warning, info } = json.severities;
  expect(total(json.rules)).toBe(error + warning + info);
  expect(total(json.findings)).toBe(error + warning + info);
});

it('stats applies --filter, --rules, --severity and a configuration like validate does', async () => {
  const calls = toLines(touch('home'), touch('home'), invalidTouch('home'), invalidTouch('lesson'));
  expect((await statsJson(calls, '--filter', 'pageid:home')).kinds).toEqual([
    { eid: 'INTERACT', items: 3, invalid: 1 },
  ]);
  expect(
    (await statsJson(sample, '--rules', 'envelope')).rules.map((rule: { ruleSet: string }) => rule.ruleSet),
  ).not.toContain('definition');
  expect((await statsJson(sample, '--severity', 'error')).severities).toMatchObject({ warning: 0, info: 0 });
  const config = { severities: { 'not-in-list': 'off' } };
  const result = await runOn(sample, ['stats', '--config', 'c.mjs', '--format=json'], {
    deps: { importDefault: async () => config },
  });
  expect(result.out).not.toContain('not-in-list');
});

it('stats counts the events of a HAR file in a zip file, and shows the request', async () => {
  const request = {
    method: 'POST',
    url: 'https://c.example/t',
    postData: { text: JSON.stringify({ events: [invalidTouch('home')] }) },
  };
  const har = JSON.stringify({ log: { version: '1.2', entries: [{ request, response: { status: 200 } }] } });
  const json = await statsJson(zipSync({ 'a.har': strToU8(har) }));
  expect(json.kinds).toEqual([{ eid: 'INTERACT', items: 1, invalid: 1 }]);
  expect(json.findings[0].first.request).toEqual({ entry: 1, url: 'https://c.example/t' });
  expect((await stats(zipSync({ 'a.har': strToU8(har) }))).out).toContain('request 1, https://c.example/t');
});

it('stats counts the findings of all items of an array under one path', async () => {
  const share = (length: number) =>
    eventOf('share', { type: 'File', dir: 'Out', items: Array.from({ length }, () => ({ obj: 5 })) });
  const json = await statsJson(toLines(share(3), share(2)));
  expect(json.findings).toContainEqual(expect.objectContaining({ path: 'edata.items.*.obj', findings: 5 }));
});

it('stats prints tables, followed by the totals', async () => {
  const { out, code } = await stats(sample);
  expect(code).toBe(0);
  expect(out).toMatch(/^Kinds\n {2}4 {2}2 invalid {2}INTERACT\n/);
  expect(out).toContain('\nPages\n  3  1 invalid  home\n');
  expect(out).toMatch(/\nMost frequent findings\n {2}2 {2}error/);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/errors?, .* in 7 items of 1 file: 3 valid/);
});

it('stats --top limits the rows of each table, and counts the others', async () => {
  const input = toLines(...['a', 'b', 'c', 'a'].map((page) => touch(page)));
  const { out } = await stats(input, '--top', '2');
  expect(out).toContain('Pages\n  2  0 invalid  a\n  1  0 invalid  b\n  … and 1 more\n');
  expect((await statsJson(input, '--top=2')).unlisted.pages).toBe(1);
});

it('stats prints no secrets, no personal data and no control sequences', async () => {
  const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.sig`;
  const long = `${'x'.repeat(290)}rosa.luxemburg@school.example`;
  const input = toLines(touch(token), touch('a@b.example'), touch('::error::x\u001b[31m'), touch(long), {
    eid: `\n::error::${token}`,
  });
  const request = { url: 'https://c.example/t?email=rosa@school.example', postData: { text: toLines(touch('other')) } };
  const har = JSON.stringify({ log: { entries: [{ request }] } });
  for (const format of ['json', 'table']) {
    expect((await stats(har, '--format', format)).out).not.toContain('rosa');
    const { out } = await stats(input, '--format', format);
    expect(out).not.toMatch(/eyJ|b\.example|rosa|^\s*::/m);
    expect(out).not.toContain('\u001b');
  }
});

it('stats prints the maximum error of its counts if there are too many pages', async () => {
  const input = toLines(
    ...Array.from({ length: 30_000 }, (_, index) => touch(index % 3 === 0 ? 'home' : `page-${index}`)),
  );
  const json = await statsJson(input);
  expect(json.pages[0]).toEqual({ pageid: 'home', items: 10_000, invalid: 0 });
  expect(json.undercounts).toMatchObject({ kinds: 0, findings: 0 });
  expect(json.undercounts.pages).toBeGreaterThan(0);
  expect((await stats(input)).out).toContain('counts can be up to');
});

it.each([
  ['an input with findings', sample, 0],
  ['an empty input', '', 2],
  ['a binary file', '\u0000\u0001\u0002', 2],
])('the exit code of stats depends on its input: %s', async (_, input, code) => {
  expect((await stats(input)).code).toBe(code);
});

it('the exit code of stats is 1 if one of several files cannot be read', async () => {
  const open = (file: string) =>
    file === 'a' ? createReadStream('tests/fixtures/telemetry/calls.ndjson') : createReadStream('gone');
  const { code, err, out } = await runCli(['stats', 'a', 'b'], { open });
  expect([code, err]).toEqual([1, "Couldn't read b: no such file.\n"]);
  expect(out).toContain('of 2 files');
});

it.each([
  [['--format', 'jsn'], '--format must be table or json; got "jsn". Did you mean json?'],
  [['--top', '0'], '--top must be a number from 1 to 1000; got "0".'],
  [['--severity', 'eror'], 'Did you mean error?'],
  [['--rules', 'x'], 'Unknown rule set'],
  [['--report', 'x'], 'Unknown option --report.'],
])('the exit code of stats is 2 for %s', async (args, sentence) => {
  const { code, err } = await stats(sample, ...args);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

const shared = '../shared/data';
describeSharedData(shared, 'public events', () => {
  const files = ['v3-events.ndjson', ...readdirSync(join(shared, 'production')).map((name) => `production/${name}`)]
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => join(shared, name));

  it('stats counts the same findings that validate lists', async () => {
    const open = (file: string) => createReadStream(file);
    const { lines } = await runCli(['validate', ...files], { open });
    const json = JSON.parse((await runCli(['stats', ...files, '-f', 'json', '--top=1000'], { open })).out);
    const countOf = (code: string) => lines.flatMap(({ findings }) => findings).filter((f) => f.code === code).length;
    expect(json.items).toBe(lines.length);
    for (const { eid, items, invalid } of json.kinds) {
      const itemsOfKind = lines.filter((line) => (line.kind?.toUpperCase() ?? line.eid) === eid);
      expect([eid, items, invalid]).toEqual([
        eid,
        itemsOfKind.length,
        itemsOfKind.filter((line) => line.verdict === 'invalid').length,
      ]);
    }
    const sums = new Map<string, number>();
    for (const { code, findings } of json.rules) sums.set(code, (sums.get(code) ?? 0) + findings);
    for (const [code, sum] of sums) expect([code, sum]).toEqual([code, countOf(code)]);
    expect(sums.size).toBeGreaterThan(3);
  });
});
