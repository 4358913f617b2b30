import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/json';
import { describeSharedData } from '#tests/fixtures/shared-data';
import { createRandomLog, ODD_LOG_VALUES } from '#tests/unit/core/user-sessions/session-logs';
import { runCli, runOn } from './run-cli';

const SESSIONS = '../shared/data/sessions';

const toLines = (log: readonly JsonObject[]): string => log.map((event) => `${JSON.stringify(event)}\n`).join('');
const parseLines = (out: string): JsonObject[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const event = (eid: string, ets: unknown, edata: JsonObject = {}, did = 'd') =>
  ({ eid, ets, context: { did, channel: 'c', pdata: { id: 'p' } }, edata }) as JsonObject;
const play = { type: 'content', mode: 'play' };
const smallLog = [
  event('START', 1_000, play),
  event('INTERACT', 3_000, { type: 'TOUCH', pageid: 'quiz' }),
  event('END', 61_000, play),
];

describeSharedData(SESSIONS, "The pipeline's own test logs", () => {
  const expected: Record<string, JsonObject[]> = JSON.parse(readFileSync(`${SESSIONS}/expected.json`, 'utf8'));

  it.each(Object.keys(expected))('the sessions of %s are printed', async (file) => {
    const { out, code } = await runOn(readFileSync(`${SESSIONS}/${file}`), ['sessions'], { chunkBytes: 1_000 });
    const found = parseLines(out);
    expect(found).toHaveLength(expected[file]?.length ?? 0);
    expect(found).toEqual(
      expect.arrayContaining((expected[file] ?? []).map((session) => expect.objectContaining(session))),
    );
    expect(code).toBe(0);
  });
});

it('sessions writes one line per session, with its file, origin and lines', async () => {
  const { out, err, code } = await runOn(toLines(smallLog), ['sessions']);
  expect(parseLines(out)).toEqual([
    {
      file: 'standard input',
      ...{ did: 'd', channel: 'c', producer: 'p', type: 'content', mode: 'play', start: 1_000, end: 61_000 },
      ...{ timeDiff: 60, timeSpent: 60, interactEventsCount: 1, interactEventsPerMin: 1 },
      eventsSummary: { START: 1, INTERACT: 1, END: 1 },
      ...{ pages: 0, itemResponses: 0, pageSummary: [], envSummary: [], endedBy: 'end', depth: 1, lines: [[1, 3]] },
    },
    expect.objectContaining({ type: 'app', eventsSummary: { START: 2, INTERACT: 1, END: 1 }, endedBy: 'input' }),
  ]);
  expect({ err, code }).toEqual({ err: '', code: 0 });
});

it('sessions reads --idle in seconds and --break in minutes, unless the value has a unit', async () => {
  const readTimeSpent = async (...options: string[]) =>
    parseLines((await runOn(toLines(smallLog), ['sessions', ...options])).out).map(({ timeSpent }) => timeSpent);
  expect(await readTimeSpent('--idle', '57')).toEqual([2, 2]);
  expect(await readTimeSpent('--idle', '1m')).toEqual([60, 60]);
  expect(await readTimeSpent('--break', '50s', '--idle', '50')).toEqual([2, 2]);
  expect(await readTimeSpent('--break', '1')).toEqual([60, 60]);
});

it.each([
  ['--idle', 'soon'],
  ['--break', '-5'],
  ['--format', 'table'],
])('sessions rejects %s %s', async (option, value) => {
  expect(await runOn('', ['sessions', `${option}=${value}`])).toMatchObject({ code: 2, out: '' });
});

it('sessions summarizes each file separately', async () => {
  const open = async function* () {
    yield new TextEncoder().encode(toLines(smallLog));
  };
  const { out, code } = await runCli(['sessions', 'a.ndjson', 'b.ndjson'], { open });
  expect(parseLines(out).map(({ file }) => file)).toEqual(['a.ndjson', 'a.ndjson', 'b.ndjson', 'b.ndjson']);
  expect(code).toBe(0);
});

it('sessions summarizes the events of batches and arrays', async () => {
  const batch = JSON.stringify({ id: 'api.sunbird.telemetry', ver: '3.0', params: {}, ets: 1, events: smallLog });
  for (const input of [batch, JSON.stringify(smallLog, null, 2)]) {
    expect(parseLines((await runOn(input, ['sessions'])).out)).toMatchObject([{ type: 'content' }, { type: 'app' }]);
  }
});

it('sessions summarizes lines with byte order marks, as in merged files, like other lines', async () => {
  const marked = toLines(smallLog).replaceAll(/^(?=.)/gm, '\ufeff');
  expect(await runOn(marked, ['sessions'])).toEqual(await runOn(toLines(smallLog), ['sessions']));
});

it('sessions --format pretty writes a tree with bars', async () => {
  const { out, code } = await runOn(toLines(smallLog), ['sessions', '-f', 'pretty']);
  expect(out.split('\n')).toEqual([
    'did d, channel c, producer p',
    `  app               ${'█'.repeat(24)}  1 min 0 s, 4 events, 1 interaction, 0 pages, no END, open at the end of the input`,
    `  └ content · play  ${'█'.repeat(24)}  1 min 0 s, 3 events, 1 interaction, 0 pages`,
    '',
    '',
  ]);
  expect(code).toBe(0);
});

it('sessions --format pretty writes a line per session, even if thousands are nested', async () => {
  const count = 6_000;
  const log = Array.from({ length: count }, (_, at) => event('START', (at + 1) * 10, { type: `t${at}` }));
  const { out, code } = await runOn(toLines([...log, event('INTERACT', 90_000)]), ['sessions', '-f', 'pretty'], {
    chunkBytes: 100_000,
  });
  const lines = out.split('\n');
  expect(lines.filter((line) => line.includes('█'))).toHaveLength(count + 1);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
  expect(lines.find((line) => line.includes(' t10 '))).toMatch(/^ {22}└ t10 /);
  expect(code).toBe(0);
});

it('sessions prints no secret in the fields of a session', async () => {
  const token = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxIn0'.repeat(2)}.c2lnbmF0dXJlLXNpZ25hdHVyZQ`;
  const session = { type: 'content', mode: token };
  const log = [
    event('START', 1_000, session),
    event('IMPRESSION', 2_000, { type: 'view', pageid: `/home?access_token=${token}` }),
    event('END', 3_000, session),
  ];
  for (const options of [[], ['--format', 'pretty'], ['--audit', '--no-config']]) {
    const { out } = await runOn(toLines(log), ['sessions', ...options]);
    expect(out).toContain('•••');
    expect(out).not.toContain('c2lnbmF0dXJl');
  }
});

it('sessions reports events without a valid ets, and events without did, channel and producer', async () => {
  const log = [
    ...smallLog,
    { eid: 'INTERACT', edata: {}, context: {} },
    event('INTERACT', '1700000000000'),
    event('INTERACT', 1e300),
    { eid: 'INTERACT', ets: 5 },
  ];
  const { out, err, code } = await runOn(toLines(log), ['sessions']);
  expect(err.split('\n')).toEqual([
    'standard input:4: the event is not counted, because it has no ets.',
    'standard input:5: the event is not counted, because its ets is not a number.',
    'standard input:6: the event is not counted, because its ets is not a valid time.',
    'standard input:7: 1 event has neither did nor channel nor pdata.id. They are summarized as those of one user.',
    '',
  ]);
  expect(parseLines(out)).toHaveLength(2);
  expect(code).toBe(0);
});

it('sessions fails for a line that is not JSON, and summarizes the other lines', async () => {
  const { out, err, code } = await runOn(`${toLines(smallLog)}{"eid":\n`, ['sessions']);
  expect(parseLines(out)).toHaveLength(2);
  expect(err).toContain('standard input:4: Column 8: ');
  expect(code).toBe(1);
});

it('sessions fails for a line with invalid UTF-8, but summarizes the line', async () => {
  const bytes = Buffer.from(toLines(smallLog).replaceAll('"d"', '"\u00ff"'), 'latin1');
  const { out, err, code } = await runOn(bytes, ['sessions']);
  expect(err).toContain('standard input:1: Column 1: The line has bytes that aren’t UTF-8.\n');
  expect(parseLines(out).map(({ did }) => did)).toContain('\ufffd');
  expect(code).toBe(1);
});

it('sessions reports items that are not events, without failing', async () => {
  const { out, err, code } = await runOn(`${toLines(smallLog)}{"a":1}\n{"method":"log","args":[]}\n`, ['sessions']);
  expect(parseLines(out)).toHaveLength(2);
  expect(err).toBe(
    "standard input:4: not counted, because it isn't an event.\nstandard input:5: not counted, because it isn't an event.\n",
  );
  expect(code).toBe(0);
  expect(await runOn('{"a":1}\n', ['sessions'])).toMatchObject({ code: 2, out: '' });
});

it('sessions reports an input without events', async () => {
  expect(await runOn('', ['sessions'])).toMatchObject({ code: 2, out: '', err: 'No events found.\n' });
});

it.each([
  ['random', undefined],
  ['odd', ODD_LOG_VALUES],
])('sessions --ordered writes the same sessions as without --ordered for %s logs', async (_, values) => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const log = createRandomLog(seed, values).toSorted((one, other) => Number(one.ets) - Number(other.ets));
    const [whole, ordered] = await Promise.all([
      runOn(toLines(log), ['sessions'], { chunkBytes: 1_000 }),
      runOn(toLines(log), ['sessions', '--ordered'], { chunkBytes: 1_000 }),
    ]);
    expect(ordered.out.split('\n').sort(), `log ${seed}`).toEqual(whole.out.split('\n').sort());
    expect(ordered.code).toBe(0);
  }
});

it('sessions --ordered accepts a late event of an open session', async () => {
  const [start, interact, end] = smallLog as [JsonObject, JsonObject, JsonObject];
  const log = [start, event('IMPRESSION', 5_000, { pageid: 'quiz' }), interact, end];
  const [whole, ordered] = [
    await runOn(toLines(log), ['sessions']),
    await runOn(toLines(log), ['sessions', '--ordered']),
  ];
  expect(ordered).toMatchObject({ code: 0, out: whole.out });
});

it.each([
  ['closed', [event('START', 1_000, { type: 'app' }), event('END', 2_000, { type: 'app' }), event('LATE', 1_500)]],
  ['ended by a break', [event('START', 1_000, play), event('NEXT', 4_000_000), event('LATE', 3_000)]],
])('sessions --ordered rejects an event that belongs before a session that was %s', async (_, log) => {
  const { err, code } = await runOn(toLines(log), ['sessions', '--ordered']);
  expect(err).toBe(
    'standard input:3: the event belongs before a session that was already written. Run without --ordered.\n',
  );
  expect(code).toBe(2);
});

it('sessions --ordered rejects an event that belongs before an evicted session', async () => {
  const app = { type: 'app' };
  const log = [
    ...[event('START', 1_000, app), event('INTERACT', 6_000), event('END', 11_000, app)],
    ...[event('INTERACT', 4_001_000, {}, 'other'), event('INTERACT', 4_101_000), event('INTERACT', 8_000)],
    event('INTERACT', 4_106_000),
  ];
  const { err, code } = await runOn(toLines(log), ['sessions', '--ordered']);
  expect(err).toBe(
    'standard input:6: the event belongs before a session that was already written. Run without --ordered.\n',
  );
  expect(code).toBe(2);
});

it('sessions summarizes events without context as one group, even with other events between them', async () => {
  const [start, , end] = smallLog.map(({ context: _, ...rest }) => rest as JsonObject);
  const log = [start ?? {}, event('IMPRESSION', 2_000), end ?? {}];
  for (const options of [[], ['--ordered']]) {
    const { out } = await runOn(toLines(log), ['sessions', ...options]);
    expect(parseLines(out)).toMatchObject([
      { did: '', type: 'content', timeSpent: 60 },
      { did: '', type: 'app', timeSpent: 60 },
    ]);
  }
});

const faultyLog = [
  event('START', 1_000, play),
  event('END', 61_000, { ...play, mode: 'preview' }),
  event('SUMMARY', 62_000, { ...play, timespent: 1 }),
];

it('sessions --audit adds findings with the positions of related events', async () => {
  const { out, code } = await runOn(toLines(faultyLog), ['sessions', '--audit']);
  expect(parseLines(out).filter(({ stream }) => stream)).toMatchObject([
    { line: 1, eid: 'START', findings: [{ code: 'never-ended', severity: 'info', related: [] }] },
    {
      ...{ file: '-', line: 2, kind: 'end', verdict: 'invalid', eid: 'END' },
      findings: [
        {
          ...{ ruleSet: 'user-session', severity: 'error', code: 'end-differs', path: ['edata', 'mode'] },
          message: 'END of "content · preview" differs from the open START of "content · play", so they never pair.',
          related: [{ index: 0, file: '-', line: 1 }],
        },
      ],
    },
    { line: 3, findings: [{ code: 'summary-timespent', params: { reported: 1, computed: 61 } }] },
  ]);
  expect(code).toBe(1);
});

it('sessions --audit audits the events of one line individually, and each session has its lines', async () => {
  const batch = JSON.stringify({ events: [...smallLog, event('END', 90_000, play)] });
  const { out } = await runOn(`\n${batch}\n`, ['sessions', '--audit']);
  const lines = parseLines(out);
  expect(lines[0]).toMatchObject({ type: 'content', lines: [[2, 2]] });
  expect(lines.at(-1)).toMatchObject({ index: 3, line: 2, findings: [{ code: 'end-without-start' }] });
});

it('sessions writes the same line numbers with and without an audit', async () => {
  const [start, interact, end] = smallLog.map((json) => JSON.stringify(json));
  const batch = JSON.stringify({ events: [event('INTERACT', 4_000), event('INTERACT', 5_000)] });
  const input = [start, '', interact, batch, '{"eid":', end, '', '{"a":1}', JSON.stringify(event('INTERACT', 62_000))];
  const linesIn = ({ out }: { readonly out: string }) =>
    parseLines(out).flatMap(({ lines }) => (lines === undefined ? [] : [lines]));
  for (const options of [[], ['--ordered']]) {
    const [plain, audited] = [
      await runOn(input.join('\n'), ['sessions', ...options]),
      await runOn(input.join('\n'), ['sessions', '--audit', ...options]),
    ];
    expect(linesIn(audited)).toEqual(linesIn(plain));
    expect(linesIn(plain)).toEqual([
      [
        [1, 1],
        [3, 4],
        [6, 6],
      ],
      [
        [1, 1],
        [3, 4],
        [6, 6],
        [9, 9],
      ],
    ]);
  }
});

it('the exit code of sessions --audit depends on --fail-on and --severity', async () => {
  const readExitCode = async (...options: string[]) =>
    (await runOn(toLines(faultyLog.filter((_, at) => at !== 1)), ['sessions', '--audit', ...options])).code;
  expect(await readExitCode()).toBe(0);
  expect(await readExitCode('--fail-on', 'warning')).toBe(1);
  expect(await readExitCode('--severity', 'error')).toBe(0);
});

/** Returns each finding by itself, in an order that does not depend on the output. */
const listFindings = (out: string): readonly string[] =>
  parseLines(out)
    .filter(({ stream }) => stream)
    .flatMap(({ findings, ...item }) =>
      (findings as JsonObject[]).map((finding) => JSON.stringify({ ...item, verdict: '', finding })),
    )
    .sort();

it.each([
  ['random', undefined],
  ['odd', ODD_LOG_VALUES],
])('sessions --audit --ordered has the same findings as --audit for %s logs', async (_, values) => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const log = createRandomLog(seed, values).toSorted((one, other) => Number(one.ets) - Number(other.ets));
    const [whole, ordered] = await Promise.all([
      runOn(toLines(log), ['sessions', '--audit']),
      runOn(toLines(log), ['sessions', '--audit', '--ordered'], { chunkBytes: 1_000 }),
    ]);
    expect(listFindings(ordered.out), `log ${seed}`).toEqual(listFindings(whole.out));
    expect(ordered.code).toBe(whole.code);
  }
});

it('sessions --audit --ordered audits late events of an open session, and withdraws findings that later events resolve', async () => {
  const late = [
    event('START', 1_000, play),
    event('INTERACT', 5_000, { type: 'TOUCH', pageid: 'quiz' }),
    event('IMPRESSION', 4_000, { type: 'view', pageid: 'quiz' }),
    event('INTERRUPT', 3_000_000),
    event('END', 3_001_000, play),
  ];
  const [whole, ordered] = [
    await runOn(toLines(late), ['sessions', '--audit']),
    await runOn(toLines(late), ['sessions', '--audit', '--ordered']),
  ];
  expect(listFindings(ordered.out)).toEqual(listFindings(whole.out));
  expect(listFindings(ordered.out).map((text) => JSON.parse(text).finding.code)).toEqual(['ets-against-calls']);
});

it('sessions --audit --ordered writes the findings of a session when the session ends', async () => {
  const app = { type: 'app' };
  const log = [
    ...[event('START', 1_000, app), event('END', 2_000, play), event('END', 61_000, app)],
    ...[event('START', 100_000, app, 'e'), event('END', 161_000, app, 'e')],
  ];
  // With chunks that are shorter than a line, each block has one line.
  const lines = parseLines((await runOn(toLines(log), ['sessions', '--audit', '--ordered'], { chunkBytes: 90 })).out);
  expect(lines.map(({ did, line }) => did ?? line)).toEqual(['d', 2, 'e']);
});

it('sessions --baseline omits known findings, and lists those that are no longer found', async () => {
  const files: Record<string, string> = {
    'b.json': JSON.stringify({
      ...{ format: 'telemetry-v3-baseline', version: 1 },
      findings: [
        {
          ...{ ruleSet: 'definition', code: 'missing', path: 'mid' },
          ...{ kind: null, type: null, id: null, pageid: null },
        },
      ],
    }),
  };
  const deps = {
    exists: (file: string) => file in files,
    readText: async (file: string) => files[file] ?? '',
    writeText: async (file: string, texts: Iterable<string>) =>
      void Object.assign(files, { [file]: [...texts].join('') }),
  };
  const sessions = (log: readonly JsonObject[], ...options: string[]) =>
    runOn(toLines(log), ['sessions', '--audit', '--baseline', 'b.json', ...options], { deps });
  const update = await sessions(faultyLog, '--update-baseline');
  expect([update.code, update.err]).toEqual([0, 'Wrote 2 findings to b.json.\n']);
  expect(JSON.parse(files['b.json'] ?? '').findings).toMatchObject([
    // The finding of another command stays.
    { ruleSet: 'definition' },
    { ruleSet: 'user-session', code: 'end-differs', path: 'edata.mode', kind: 'end', type: 'content', id: null },
    { ruleSet: 'user-session', code: 'summary-timespent', kind: 'summary' },
  ]);
  for (const options of [[], ['--ordered']]) {
    const again = await sessions(faultyLog, ...options);
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.out.match(/"known":true/g)).toHaveLength(2);
  }
  const fixed = await sessions(smallLog);
  expect(fixed.err).toContain(
    'In the baseline, but no longer found: 2. Remove with --update-baseline.\n  user-session/end-differs',
  );
  expect(fixed.code).toBe(0);
});

it.each([
  [['--baseline', 'b.json'], '--baseline needs --audit.'],
  [['--update-baseline'], '--update-baseline needs --audit.'],
  [['--audit', '--update-baseline', '--no-config'], '--update-baseline needs --baseline FILE, or a baseline in the'],
  [['--fail-on', 'error'], '--fail-on needs --audit.'],
  [['--severity', 'error'], '--severity needs --audit.'],
  [['--config', 'c.json'], '--config needs --audit.'],
  [['--report', 'x.txt'], 'Unknown file extension: x.txt. Supported: '],
])('sessions rejects %j', async (options, sentence) => {
  const { err, code } = await runOn('', ['sessions', ...options]);
  expect(err).toContain(sentence);
  expect(code).toBe(2);
});

it('sessions --report lists sessions and the findings of the audit', async () => {
  const files = new Map<string, string>();
  const writeText = async (file: string, texts: Iterable<string>) => void files.set(file, [...texts].join(''));
  const extensions = ['html', 'md', 'json', 'xml', 'sarif', 'codequality.json'];
  const options = extensions.flatMap((extension) => ['--report', `sessions.${extension}`]);
  await runOn(toLines(faultyLog), ['sessions', ...options], { deps: { writeText } });
  expect([...files.keys()]).toEqual(extensions.map((extension) => `sessions.${extension}`));
  for (const [file, text] of files) expect(text, file).toContain('end-differs');
  expect(files.get('sessions.md')).toContain('### 2 user sessions (1 error, 1 warning, 1 notice)');
  const cells = (line = '') => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
  const lines = files.get('sessions.md')?.split('\n') ?? [];
  const headings = cells(lines.find((line) => line.startsWith('| Session |')));
  const row = cells(lines.find((line) => line.startsWith('| › content · play |')));
  expect(Object.fromEntries(headings.map((heading, at) => [heading, row[at]]))).toEqual({
    ...{ Session: '› content · play', 'Time spent': '1 min 1 s', Events: '2', Interactions: '0', Pages: '0' },
    ...{ Ended: 'no END, open at the end of the input', Origin: 'd, c, p', Location: 'stdin&#58;1' },
  });
  expect(files.get('sessions.html')).toContain('<summary>2 user sessions (1 error, 1 warning, 1 notice)</summary>');
  expect(JSON.parse(files.get('sessions.json') ?? '')).toMatchObject({
    totals: { items: 3, severities: { error: 1, warning: 1, info: 1 } },
    sessions: { count: 2, listed: [{ type: 'app' }, { type: 'content', mode: 'play', timeSpent: 61 }] },
  });
});
