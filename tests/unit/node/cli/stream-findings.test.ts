import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { noPolicy } from '#core/report/finding-policy';
import type { CliDeps } from '#node/cli/cli-deps';
import { StreamStage } from '#node/cli/validate/stream-stage';
import { runValidate } from '#node/cli/validate/validate-command';
import { runCli, runOn } from './run-cli';
import { validateText } from './run-validate';

const eventOf = (mid: string, message = 'Lesson saved') => ({
  eid: 'LOG',
  ets: 1_763_620_200_000,
  ver: '3.0',
  mid,
  actor: { id: 'anonymous', type: 'User' },
  context: { channel: 'learn.example.org', env: 'player' },
  edata: { type: 'app', level: 'INFO', message },
});
const linesOf = (...mids: readonly string[]) => mids.map((mid) => `${JSON.stringify(eventOf(mid))}\n`).join('');
const text = linesOf('LOG:1', 'LOG:2', 'LOG:1');

/** Runs `validate` on named files. Returns the files that it writes by name. */
async function validateFiles(files: Readonly<Record<string, string | Uint8Array>>, args: readonly string[] = []) {
  const written = new Map<string, string>();
  async function* open(file: string) {
    yield new Uint8Array(Buffer.from(files[file] ?? ''));
  }
  const readText: CliDeps['readText'] = async (file) => String(files[file] ?? '');
  const writeText: CliDeps['writeText'] = async (file, texts) => void written.set(file, [...texts].join(''));
  const inputs = Object.keys(files).filter((file) => /ndjson|har/.test(file));
  const outcome = await runCli([...inputs, '--stream', ...args], { open, readText, writeText }, runValidate);
  return { ...outcome, written };
}

/** Returns the index of each item with a duplicate `mid`, with the index of the first item. */
const duplicatesIn = (out: string) =>
  out
    .split('\n')
    .filter((line) => line.startsWith('{"stream":true'))
    .map((line) => JSON.parse(line))
    .map(({ index, findings }) => [index, findings[0].related[0].index]);

describe('duplicate mids', () => {
  it('validate --stream lists a duplicate mid after the lines, with the position of the first event', async () => {
    const { code, out } = await validateText(text, ['-', '--stream']);
    const lines = out.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(JSON.parse(lines[3] ?? '')).toEqual({
      stream: true,
      index: 2,
      line: 3,
      kind: 'log',
      verdict: 'valid',
      eid: 'LOG',
      mid: 'LOG:1',
      findings: [
        {
          ruleSet: 'stream',
          severity: 'warning',
          code: 'duplicate-mid',
          path: ['mid'],
          params: { reason: 'duplicate-mid' },
          message: 'mid must be unique; an earlier event has the same one.',
          related: [{ index: 0, line: 1 }],
        },
      ],
    });
    expect(code).toBe(0);
  });

  it('validate without --stream writes one line per item and nothing else', async () => {
    const { out } = await validateText(text);
    expect(out.trim().split('\n')).toHaveLength(3);
    const withStream = await validateText(text, ['-', '--stream']);
    expect(withStream.out.startsWith(out)).toBe(true);
  });

  it('validate --stream finds duplicate mids between events of the same and of different shapes', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `LOG:${index}`);
    const { out } = await validateText(`${linesOf(...many)}${linesOf('LOG:7', 'LOG:450')}`, ['-', '--stream'], 50_000);
    expect(duplicatesIn(out)).toEqual([
      [500, 7],
      [501, 450],
    ]);
  });

  it('validate --stream lists duplicates in the order of their lines, regardless of chunk sizes', async () => {
    const input = linesOf('LOG:1', 'LOG:2', 'LOG:1', 'LOG:2', 'LOG:2', 'LOG:1');
    const expected = [2, 3, 4, 5];
    for (const chunkBytes of [50, 50_000]) {
      const { out } = await validateText(input, ['-', '--stream'], chunkBytes);
      expect(duplicatesIn(out).map(([index]) => index)).toEqual(expected);
    }
  });

  it('validate --stream finds duplicates across several files, compressed files and HAR files', async () => {
    const har = {
      log: {
        entries: [
          {
            request: {
              url: 'https://example.org/v1/telemetry',
              postData: { text: JSON.stringify({ events: [eventOf('LOG:1')] }) },
            },
          },
        ],
      },
    };
    const files = { 'a.ndjson': text, 'b.ndjson.gz': gzipSync(linesOf('LOG:2')), 'c.har': JSON.stringify(har) };
    const { out } = await validateFiles(files);
    expect(duplicatesIn(out)).toEqual([
      [2, 0],
      [3, 1],
      [4, 0],
    ]);
    const last = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({ file: 'c.har', request: { entry: 1, url: 'https://example.org/v1/telemetry' } });
    expect(last.findings[0].related).toEqual([{ index: 0, file: 'a.ndjson', line: 1 }]);
  });

  it('validate --stream ignores calls, empty mids and filtered events', async () => {
    const call = JSON.stringify({ method: 'log', args: [{ type: 'app', level: 'INFO', message: 'a' }] });
    const { out } = await validateText(`${call}\n${call}\n${linesOf('', '')}`, ['-', '--stream']);
    expect(duplicatesIn(out)).toEqual([]);
    const other = `${text}${JSON.stringify(eventOf('LOG:1', 'other'))}\n`;
    const filtered = await validateText(other, ['-', '--stream', '--filter', 'edata.message:other']);
    expect(duplicatesIn(filtered.out)).toEqual([]);
  });

  it('validate --stream redacts secrets in mids, and still distinguishes them', async () => {
    const token = (name: string) =>
      `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(`{"sub":"${name}"}`).toString('base64url')}.c2FtcGxl`;
    const { out } = await validateText(linesOf(token('one'), token('two'), token('one')), ['-', '--stream']);
    expect(duplicatesIn(out)).toEqual([[2, 0]]);
    expect(out).not.toContain('eyJ');
  });

  it.each([
    ['unix', '-:'],
    ['pretty', 'line 3'],
  ])('validate --stream shows in the format %s the position of the first event', async (format) => {
    const { out } = await validateText(text, ['-', '--stream', '--format', format]);
    expect(out).toContain('mid must be unique; an earlier event has the same one. (see stdin:1)');
    expect(out).toContain('stream/duplicate-mid');
  });

  it('validate --stream includes duplicates in the exit code', async () => {
    expect(await validateText(text, ['-', '--stream', '--max-warnings', '0'])).toMatchObject({ code: 1 });
    expect(await validateText(text, ['-', '--stream', '--fail-on', 'warning'])).toMatchObject({ code: 1 });
    const errorsOnly = await validateText(text, ['-', '--stream', '--severity', 'error']);
    expect(errorsOnly.code).toBe(0);
    expect(duplicatesIn(errorsOnly.out)).toEqual([]);
    expect(errorsOnly.summary).toMatch(/^0 errors, 0 warnings/);
  });

  const withConfig = (config: object) =>
    validateFiles({ 'a.ndjson': text, 'config.json': JSON.stringify(config) }, ['--config', 'config.json']);

  it('validate --stream applies severities and ignored findings of the configuration', async () => {
    expect(await withConfig({ severities: { 'stream/duplicate-mid': 'error' } })).toMatchObject({ code: 1 });
    for (const config of [
      { severities: { 'duplicate-mid': 'off' } },
      { ignore: [{ code: 'duplicate-mid', reason: 'Known' }] },
      { ignore: [{ path: 'mid', filter: 'kind:log', reason: 'Known' }] },
    ]) {
      expect(duplicatesIn((await withConfig(config)).out)).toEqual([]);
    }
    const others = await withConfig({ ignore: [{ code: 'duplicate-mid', filter: 'kind:interact', reason: 'Known' }] });
    expect(duplicatesIn(others.out)).toEqual([[2, 0]]);
  });

  it('validate --stream omits duplicates in a baseline', async () => {
    const { written } = await validateFiles({ 'a.ndjson': text }, ['--baseline', 'base.json', '--update-baseline']);
    const baseline = written.get('base.json') ?? '';
    expect(JSON.parse(baseline).findings).toMatchObject([
      { ruleSet: 'stream', code: 'duplicate-mid', path: 'mid', kind: 'log' },
    ]);
    const again = await validateFiles({ 'a.ndjson': text, 'base.json': baseline }, ['--baseline', 'base.json']);
    expect(again.out).toContain('"known":true');
    expect(again).toMatchObject({ summary: expect.stringMatching(/^0 errors, 0 warnings/), err: '' });
  });

  it('validate --stream lists duplicates in reports, and counts no item twice', async () => {
    const reports = ['--report', 'r.sarif', '--report', 'r.xml', '--report', 'r.json', '--report', 'r.html'];
    const { written } = await validateFiles({ 'a.ndjson': text }, reports);
    const [result] = JSON.parse(written.get('r.sarif') ?? '').runs[0].results;
    expect(result).toMatchObject({
      ruleId: 'stream/duplicate-mid',
      level: 'warning',
      locations: [{ physicalLocation: { region: { startLine: 3 } } }],
      relatedLocations: [{ physicalLocation: { region: { startLine: 1 } } }],
    });
    expect(written.get('r.xml')).toContain('<testsuite name="stream"');
    expect(written.get('r.xml')).toContain('(see a.ndjson:1)');
    const { totals, items } = JSON.parse(written.get('r.json') ?? '');
    expect(totals).toMatchObject({ items: 3, verdicts: { valid: 3 }, severities: { warning: 1 } });
    expect(items[0].findings[0].related).toEqual([{ index: 0, file: 'a.ndjson', line: 1 }]);
    expect(written.get('r.html')).toContain('"related":[{"index":0');
  });
});

describe('limits across events', () => {
  const settings = { severity: 'info', policy: noPolicy, baseline: null, updatesBaseline: false } as const;
  const itemOf = (offset: number, mid: string) =>
    ({ offset, line: offset + 1, kind: 'log', verdict: 'valid', eid: 'LOG', mid }) as const;

  it('the stream stage evicts the oldest events, and finds duplicates among the newest', () => {
    const stage = new StreamStage(settings, 100);
    const mids = Array.from({ length: 400 }, (_, index) => `LOG:${index}`);
    for (const [index, mid] of mids.entries()) stage.add('a', index, [itemOf(0, mid)]);
    stage.add('a', 400, [itemOf(0, 'LOG:301'), itemOf(1, 'LOG:100')]);
    expect(stage.end().items.map(({ index, mid }) => [index, mid])).toEqual([[400, 'LOG:301']]);
  });

  it('the stream stage lists 10,000 findings, and counts the others', () => {
    const stage = new StreamStage(settings);
    stage.add(
      'a',
      0,
      Array.from({ length: 10_006 }, (_, index) => itemOf(index, 'LOG:1')),
    );
    const { items, unlisted, severities, report } = stage.end();
    expect(items).toHaveLength(10_000);
    expect({ unlisted, severities }).toEqual({ unlisted: 5, severities: { error: 0, warning: 10_005, info: 0 } });
    expect(report.counts).toEqual([{ ruleSet: 'stream', code: 'duplicate-mid', severity: 'warning', count: 10_005 }]);
  });
});

describe('user sessions', () => {
  const START_MS = 1_763_620_200_000;
  const sessionEvent = (eid: string, seconds: number, edata: object, did = 'd') => ({
    ...{ eid, ets: START_MS + seconds * 1_000, ver: '3.0', mid: `${eid}:${did}:${seconds}` },
    ...{ actor: { id: 'a', type: 'User' }, context: { channel: 'c', did, env: 'player', pdata: { id: 'p' } }, edata },
  });
  /** A session whose END doesn’t match its START. Its events have few shapes, as in a large file. */
  const log = (did: string) => [
    sessionEvent('START', 0, { type: 'player', mode: 'play', stageid: 's' }, did),
    ...Array.from({ length: 60 }, (_, at) => sessionEvent('INTERACT', at + 1, { type: 'TOUCH', id: `b${at}` }, did)),
    sessionEvent('END', 62, { type: 'player', mode: 'preview', duration: 62 }, did),
  ];
  const toLines = (...logs: readonly (readonly object[])[]) =>
    logs
      .flat()
      .map((event) => `${JSON.stringify(event)}\n`)
      .join('');
  const findingsIn = (out: string) =>
    out
      .split('\n')
      .filter((line) => line.startsWith('{"stream":true'))
      .map((line) => JSON.parse(line))
      .map(({ file = '-', line, index, findings }) => [file, line, index, findings[0].code, findings[0].related ?? []]);

  it.each([[[]], [['--fate']], [['--rules', 'definition,ingestion']]])(
    'validate --audit %j has the same findings as sessions --audit, and fails',
    async (args: readonly string[]) => {
      const input = `\n${toLines(log('d'), log('e'))}`;
      const { out, code } = await validateText(input, ['-', '--audit', ...args], 5_000);
      const { out: sessions } = await runOn(input, ['sessions', '--audit']);
      const found = findingsIn(out);
      expect(found.map(([, line, index, code]) => [line, index, code])).toEqual([
        [2, 0, 'never-ended'],
        [63, 61, 'end-differs'],
        [64, 62, 'never-ended'],
        [125, 123, 'end-differs'],
      ]);
      expect(found.map(([, ...rest]) => rest.slice(0, 3))).toEqual(
        findingsIn(sessions).map(([, ...rest]) => rest.slice(0, 3)),
      );
      expect(code).toBe(1);
    },
  );

  it.each([
    ['invalid JSON', '{"eid":'],
    ['not an event', '{"a":1}'],
  ])('a line that is %s has an index in validate --audit and in sessions --audit', async (_, line) => {
    const [first, ...others] = log('d').map((event) => JSON.stringify(event));
    const input = `${line}\n${first}\n${line}\n${others.join('\n')}\n`;
    const { out } = await validateText(input, ['-', '--audit']);
    const { out: sessions } = await runOn(input, ['sessions', '--audit']);
    const locationsIn = (text: string) => findingsIn(text).map(([, at, index, code]) => [at, index, code]);
    expect(locationsIn(sessions)).toEqual([
      [2, 1, 'never-ended'],
      [64, 63, 'end-differs'],
    ]);
    expect(locationsIn(out)).toEqual(locationsIn(sessions));
  });

  it('validate --audit audits each file separately, and counts the findings in the report', async () => {
    const [first, ...others] = log('d');
    const files = { 'a.ndjson': toLines([first ?? {}]), 'b.ndjson': toLines(others) };
    const { out, written } = await validateFiles(files, ['--audit', '--report', 'r.json']);
    expect(findingsIn(out).map(([file, line, index, code]) => [file, line, index, code])).toEqual([
      ['a.ndjson', 1, 0, 'never-ended'],
      ['b.ndjson', 61, 61, 'end-without-start'],
    ]);
    const report = JSON.parse(written.get('r.json') ?? '');
    expect(report.ruleSets).toContain('user-session');
    expect(report.totals.items).toBe(62);
    expect(report.counts).toContainEqual({
      ...{ ruleSet: 'user-session', code: 'end-without-start', severity: 'error', count: 1 },
    });
  });

  it('validate audits user sessions only if an option or the configuration enables the audit', async () => {
    const files = { 'a.ndjson': toLines(log('d')), 'audit.json': '{"audit": true}' };
    expect(findingsIn((await validateFiles(files, ['--config', 'audit.json'])).out)).toHaveLength(2);
    expect(findingsIn((await validateFiles(files, ['--no-config'])).out)).toEqual([]);
  });

  it('validate --audit rejects a filter, as the filter would remove events from sessions', async () => {
    const { err, code } = await validateText(toLines(log('d')), ['-', '--audit', '--filter', 'kind:end']);
    expect([code, err]).toEqual([2, expect.stringContaining('The audit of user sessions needs all events.')]);
  });
});
