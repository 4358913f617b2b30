import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ruleSetNames } from '#core/rules/rule-set-names';
import { eventOf } from '../../core/telemetry/sample-events';
import { runCli, runOn } from './run-cli';

const call = { method: 'interact', args: [{ type: 'TOUCH', id: 'next' }] };
const wrongCall = { method: 'interact', args: [{ type: 'click', id: 'next' }] };
const event = eventOf('log', { type: 'system', level: 'INFO', message: 'जल चक्र खुला 💧' });
const impression = eventOf('impression', { type: 'view', pageid: 'home' });
const toObject = (json: unknown) => json as Record<string, unknown>;
const lines = (...items: unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
const validate = (input: string | Uint8Array, ...args: string[]) => runOn(input, ['validate', ...args]);

it('validate writes one JSON line per input line, with index, line, kind, verdict, verdicts, eid, mid and findings', async () => {
  const { lines: out, code } = await validate(`${lines(event)}{"method": }\n\n${lines(wrongCall)}`);
  expect(code).toBe(1);
  expect(out[0]).toEqual({
    index: 0,
    line: 1,
    kind: 'log',
    verdict: 'valid',
    verdicts: { envelope: 'valid', definition: 'valid', privacy: 'valid', hints: 'valid' },
    eid: 'LOG',
    mid: 'LOG:0f1e2d3c',
    findings: [],
  });
  expect(out[1]).toEqual({
    index: 1,
    line: 2,
    kind: null,
    verdict: 'unknown',
    verdicts: {},
    eid: null,
    mid: null,
    findings: [
      {
        ruleSet: 'format',
        severity: 'error',
        code: 'not-json',
        path: [],
        params: { column: 12 },
        message: 'Column 12: Expected a value; got }.',
      },
    ],
  });
  expect(out[2]).toMatchObject({ index: 2, line: 4, kind: 'interact', verdict: 'invalid', eid: null, mid: null });
  expect(Object.keys(out[2]?.findings[0] ?? {})).toEqual(['ruleSet', 'severity', 'code', 'path', 'params', 'message']);
});

it('validate writes the same JSON lines with and without a filter for an event with the fields of a batch or a HAR file', async () => {
  const entries = [{ request: { method: 'POST', url: 'https://c', postData: { text: JSON.stringify(call) } } }];
  const inputs = [{ events: [event, wrongCall] }, { log: { version: '1.2', entries } }];
  for (const input of inputs) {
    const text = lines({ ...toObject(event), ...input });
    // A filter disables the fast path for items of a known shape.
    expect((await validate(text)).out).toBe((await validate(text, '--filter', '/./')).out);
  }
});

it('the JSON lines of validate redact a secret in a mid', async () => {
  const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.sig`;
  expect((await validate(lines({ ...toObject(event), mid: token }))).out).not.toContain('eyJ');
});

it('the JSON lines of validate have the file name if there are several files', async () => {
  const file = new URL('../../../fixtures/telemetry/calls.ndjson', import.meta.url).pathname;
  const open = (path: string) => createReadStream(path);
  const { lines: out } = await runCli(['validate', file, file], { open });
  expect(out[0]).not.toHaveProperty('file');
  const findFiles = async () => [file, import.meta.filename];
  const exists = () => false;
  const several = await runCli(['validate', '*.x'], { open, findFiles, exists });
  expect(several.lines.map(({ index }) => index)).toEqual(several.lines.map((_, index) => index));
  expect(new Set(several.lines.map((line) => line.file))).toEqual(new Set([file, import.meta.filename]));
});

it('validate writes the JSON line of an item before the next item arrives', async () => {
  const stdout = new PassThrough();
  const writtenLines: number[] = [];
  async function* open() {
    for (let sent = 0; sent < 3; sent += 1) {
      yield new TextEncoder().encode(lines(call));
      await new Promise((resolve) => setImmediate(resolve));
      writtenLines.push(String(stdout.read() ?? '').split('\n').length - 1);
    }
  }
  await runCli(['validate'], { open, stdout });
  expect(writtenLines).toEqual([1, 1, 1]);
});

it('validate --quiet shows only items with findings, with unchanged indexes', async () => {
  const { lines: out } = await validate(lines(call, wrongCall, call), '--quiet');
  expect(out.map(({ index, line }) => [index, line])).toEqual([[1, 2]]);
});

it('validate --severity omits findings below the severity', async () => {
  const callWithNotice = { method: 'interact', args: [{ type: 'TOUCH', id: '' }] };
  expect((await validate(lines(callWithNotice))).lines[0]?.findings).toHaveLength(1);
  expect((await validate(lines(callWithNotice), '--severity=error')).lines[0]?.findings).toEqual([]);
});

it.each([
  ['is:invalid', [1]],
  ['pageid:home', [2]],
  ['edata.pageid:ho*', [2]],
  ['kind:log,interact', [0, 1, 3]],
  ['-is:valid', [1]],
  ['जल', [3]],
  ['/click|home/', [1, 2]],
])('validate --filter %s shows only matching items', async (filter, indexes) => {
  const { lines: out } = await validate(lines(call, wrongCall, impression, event), `--filter=${filter}`);
  expect(out.map(({ index }) => index)).toEqual(indexes);
});

it('validate --filter shows an invalid line, too', async () => {
  const { lines: out, code } = await validate('{"eid"\n', '--filter', 'kind:log');
  expect(out).toMatchObject([{ findings: [{ code: 'not-json' }] }]);
  expect(code).toBe(1);
});

it('validate --rules shows only findings of the selected rule sets', async () => {
  const oddEvent = { ...toObject(impression), edata: { type: 'seen', pageid: 5, extra: 1 }, ver: 1 };
  const ruleSetsOf = async (...args: string[]) =>
    new Set((await validate(lines(oddEvent), ...args)).lines.flatMap(({ findings }) => findings.map((f) => f.ruleSet)));
  expect(await ruleSetsOf()).toEqual(new Set(['envelope', 'definition']));
  expect(await ruleSetsOf('--rules=ingestion')).toEqual(new Set(['ingestion']));
  expect(await ruleSetsOf('--rules', 'definition, ingestion')).toEqual(new Set(['definition', 'ingestion']));
});

it('validate --format pretty shows each item with its findings and their help pages, followed by a summary', async () => {
  const { out } = await validate(lines(call, wrongCall, impression), '--format=pretty');
  expect(out).toBe(
    [
      'standard input',
      '  line 2  interact',
      '    error    data.type must be one of TOUCH, DRAG, DROP, PINCH, ZOOM, SHAKE, ROTATE, SPEAK, LISTEN, WRITE, DRAW, START, END, CHOOSE, ACTIVATE, SHOW, HIDE, SCROLL, HEARTBEAT, OTHER; got "click".  definition/not-in-list  docs/rules.md#not-listed',
      '',
      '1 error, 0 warnings, 0 notices in 3 items of 1 file: 2 valid, 1 invalid, 0 unknown.\n',
    ].join('\n'),
  );
});

it.each([
  ['on a terminal', true, {}, true],
  ['on a terminal with NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['in a pipe', false, {}, false],
  ['in a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
  ['on a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
])('validate shows colors %s', async (_, isTerminal, env, isColored) => {
  const { out } = await runOn(lines(wrongCall), ['validate', '--format=pretty'], { deps: { isTerminal, env } });
  expect(out.includes('\u001b[31m')).toBe(isColored);
});

it('validate writes a summary to the standard error if JSON lines go to the standard output', async () => {
  const { out, summary } = await validate(lines(call, wrongCall), '--quiet');
  expect(out.trim().split('\n')).toHaveLength(1);
  expect(summary).toBe('1 error, 0 warnings, 0 notices in 2 items of 1 file: 1 valid, 1 invalid, 0 unknown.');
});

it('validate uses the pretty format on a terminal', async () => {
  const { out } = await runOn(lines(call), ['validate'], { deps: { isTerminal: true, env: { NO_COLOR: '1' } } });
  expect(out).toBe('0 errors, 0 warnings, 0 notices in 1 item of 1 file: 1 valid, 0 invalid, 0 unknown.\n');
});

it('the values of an event contain no terminal escape sequence in the pretty format', async () => {
  const hostile = eventOf('log', { type: 'a\u001b[2J', level: 'INFO', message: 'x' });
  const { out } = await validate(
    lines({ ...toObject(hostile), eid: 'L\u001b[2J', mid: '\u001b[2J' }),
    '--format=pretty',
  );
  expect(out).not.toContain('\u001b');
});

describe.each(['json', 'pretty'])('hostile texts in the format %s', (format) => {
  const texts = ['\u009b2J', '\u009d0;x\u0007', '\u007f', '\u202e', '\u2028', '##[stop-commands]x', '\n::error::x'];
  const hostile = texts.map((text) => ({
    ...toObject(eventOf('log', { type: text, level: text, message: text, [text]: 1 })),
    eid: `LOG${text}`,
    mid: text,
  }));

  it(`event data and file names contain no terminal escape sequence and no CI command in the format ${format}`, async () => {
    const open = () => Readable.from([Buffer.from(lines(...hostile))]);
    const files = ['::error::a.ndjson', '\u001b]0;b.ndjson', '##[group]c', '\u009bd'];
    const { out, err } = await runCli(['validate', `--format=${format}`, ...files, 'missing\n::stop-commands::x'], {
      open: (file) => (file.startsWith('missing') ? createReadStream(file) : open()),
    });
    expect(err).toContain('no such file');
    for (const text of [out, err]) {
      expect(text).not.toMatch(/(?!\n)\p{Cc}|[\u2028\u202e]|##\[|^\s*::/mu);
    }
    if (format !== 'json') return;
    const mids = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).mid);
    expect(mids.slice(0, texts.length)).toEqual(texts);
  });
});

describe('supported inputs', () => {
  const utf16 = (plain: string, isBig: boolean, hasMark: boolean) => {
    const bytes = Buffer.from(`${hasMark ? '\ufeff' : ''}${plain}`, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };
  const callAndEvent = lines(event, call);

  it.each([
    ['gzip', gzipSync(callAndEvent)],
    ['gzip in gzip', gzipSync(gzipSync(callAndEvent))],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${callAndEvent}`)],
    ['UTF-16 LE', utf16(callAndEvent, false, true)],
    ['UTF-16 BE', utf16(callAndEvent, true, true)],
    ['UTF-16 LE without a mark', utf16(callAndEvent, false, false)],
    ['UTF-16 BE without a mark', utf16(callAndEvent, true, false)],
    ['carriage returns', Buffer.from(callAndEvent.replaceAll('\n', '\r\n'))],
    ['UTF-16 in gzip', gzipSync(utf16(callAndEvent, false, true))],
  ])('validate reads %s', async (_, bytes) => {
    for (const chunkBytes of [1, 7, 100_000]) {
      const { lines: out, code } = await runOn(bytes, ['validate'], { chunkBytes });
      expect(out.map(({ kind, line }) => [kind, line])).toEqual([
        ['log', 1],
        ['interact', 2],
      ]);
      expect(code).toBe(0);
    }
  });

  it('validate reports an invalid item of a long array, and continues with the next item', async () => {
    const array = `[\n${JSON.stringify(call)},\n{"eid": tru},\n${JSON.stringify(event)}\n]`;
    const { lines: out } = await validate(array);
    expect(out.map(({ line, verdict }) => [line, verdict])).toEqual([
      [2, 'valid'],
      [3, 'unknown'],
      [4, 'valid'],
    ]);
  });

  const pretty = (item: unknown) => JSON.stringify(item, null, 2).replace(/^/gm, '  ');
  const compact = (item: unknown) => JSON.stringify(item);
  it.each([
    ['misses its last brace', (text: string) => text.replace(/\}$/, '')],
    ['misses all its last brackets', (text: string) => text.replace(/[\s}\]]+$/, '')],
    ['has a surplus brace', (text: string) => `${text}}`],
    ['has a surplus bracket', (text: string) => text.replace(/\}$/, ']}')],
    ['misses a bracket of a list', (text: string) => text.replace(/\](?=\s*\}$)/, '')],
    ['misses a quotation mark', (text: string) => text.replace(/"(?=\s*\}\s*\]\s*\}$)/, '')],
    ['misses a brace and the comma', (text: string) => text.replace(/\}$/, ''), ''],
  ])(
    'validate reports a multiline array item that %s as one finding, and checks the items around it',
    async (_, spoil, comma = ',') => {
      for (const [name, write] of Object.entries({ pretty, compact })) {
        const broken = spoil(write(call));
        expect(broken).not.toBe(write(call));
        const array = `[\n${write(event)},\n${broken}${comma}\n${write(impression)},\n${write(wrongCall)}\n]\n`;
        for (const chunkBytes of [1, 7, 100_000]) {
          const { lines: out } = await runOn(array, ['validate'], { chunkBytes });
          expect([name, ...out.map(({ kind, verdict }) => kind ?? verdict)]).toEqual([
            name,
            'log',
            'unknown',
            'impression',
            'interact',
          ]);
          expect(out.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
          const line = array.slice(0, array.indexOf(write(impression).trimStart())).split('\n').length;
          expect(out[2]?.line).toBe(line);
        }
      }
    },
  );

  it('validate reports the last item of an array if its closing brace is missing', async () => {
    for (const write of [pretty, compact]) {
      const { lines: out } = await validate(`[\n${write(event)},\n${write(call).replace(/\}$/, '')}\n]\n`);
      expect(out.map(({ kind, verdict }) => kind ?? verdict)).toEqual(['log', 'unknown']);
    }
  });

  it('validate reports each event of a multiline batch at its own line', async () => {
    const batch = { id: 'api', ver: '3.0', params: { msgid: 'm' }, ets: 1, events: [event, event] };
    const { lines: out } = await validate(JSON.stringify(batch, null, 1));
    expect(out.map(({ kind }) => kind)).toEqual(['log', 'log']);
    expect(out[1]?.line).toBeGreaterThan(out[0]?.line ?? 0);
  });

  it('validate reads an event with a field named events as one event', async () => {
    const oddEvent = eventOf('log', { type: 'api', level: 'INFO', message: 'x' }, { events: [1, 2] });
    expect((await validate(JSON.stringify(oddEvent, null, 1))).lines).toHaveLength(1);
  });

  it.each([33, 500])(
    'validate skips a line of %d MB with a finding, and checks the lines around it',
    async (megabytes) => {
      const long = megabytes * 1024 * 1024;
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      async function* open() {
        yield Buffer.from(lines(call));
        for (let sent = 0; sent < long; sent += chunk.length) yield chunk;
        yield Buffer.from(`\n${lines(event)}`);
      }
      const { lines: out, code } = await runCli(['validate'], { open });
      expect(out.map(({ line, findings }) => [line, findings.map((finding) => finding.code)])).toEqual([
        [1, []],
        [2, ['too-long']],
        [3, []],
      ]);
      expect(code).toBe(1);
    },
  );

  it('validate has the same findings for parts of an input as for the whole input', async () => {
    const input = [call, wrongCall, event, wrongCall, impression].map((item) => lines(item));
    const broken = ['{"eid": \n', '{"method":"log","args":[{}]}\n', ...input];
    const omitLocations = (text: string) => text.replace(/^\{"index":\d+,"line":\d+/gm, '{');
    const findingsOfWhole = omitLocations((await validate(broken.join(''))).out);
    expect(findingsOfWhole.split('\n')).toHaveLength(broken.length + 1);
    for (let at = 1; at < broken.length; at += 1) {
      const parts = [broken.slice(0, at), broken.slice(at)].map((part) => validate(part.join('')));
      const outs = (await Promise.all(parts)).map(({ out }) => omitLocations(out));
      expect(outs.map((out) => out.split('\n').length - 1)).toEqual([at, broken.length - at]);
      expect(outs.join('')).toBe(findingsOfWhole);
    }
  });
});

describe('options and exit codes', () => {
  const eventWithWarning = eventOf('log', { type: 'api', level: 'INFO', message: 'x' });

  it.each([
    [
      'binary',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
      'Couldn’t read standard input: it is binary, not text.\n',
    ],
    [
      'a damaged gzip',
      gzipSync(lines(call)).subarray(0, 20),
      'Couldn’t read standard input: the gzip data is damaged or ends early.\n',
    ],
    [
      'a HAR file without telemetry',
      JSON.stringify({ log: { version: '1.2', entries: [{ request: {} }] } }, null, 1),
      'The 1 request in this HAR file contains no telemetry events.\nNo events or calls found.\n',
    ],
    ['an empty input', '', 'No events or calls found.\n'],
  ])('validate exits with 2 for %s', async (_, input, sentence) => {
    const { code, err, out } = await validate(input);
    expect([code, err.replaceAll("'", '’'), out]).toEqual([2, sentence, '']);
  });

  it.each([
    ['an unknown option', ['--fast'], 'Unknown option --fast.'],
    ['a mistyped option', ['--reprot=a.html'], 'Unknown option --reprot. Did you mean --report?'],
    ['a mistyped format', ['--format=prety'], 'got "prety". Did you mean pretty?'],
    ['a mistyped severity', ['--severity=eror'], 'Did you mean error?'],
    ['a mistyped rule set', ['--rules=privcy'], 'Unknown rule set "privcy". Did you mean privacy?'],
    ['a mistyped path in a filter', ['--filter=edta.id:a'], 'Did you mean edata.id:a?'],
    [
      '--max-warnings with --severity=error',
      ['--severity=error', '--max-warnings=0'],
      '--max-warnings counts warnings',
    ],
    ['an unknown format', ['--format=xml'], '--format must be json, pretty or unix; got "xml".'],
    ['an invalid severity', ['--severity=fatal'], '--severity must be error, warning or info; got "fatal".'],
    [
      'an unknown rule set',
      ['--rules=definition,own'],
      `Unknown rule set "own". Rule sets: ${ruleSetNames.join(', ')}.`,
    ],
    ['an invalid number', ['--max-warnings=-1'], '--max-warnings must be a whole number from 0; got "-1".'],
    ['a missing option value', ['--filter'], '--filter needs a value. See --help.'],
    [
      'an invalid filter',
      ['--filter=kind:interacts'],
      'Invalid --filter. “interacts” isn’t a kind. Did you mean kind:interact?',
    ],
    ['an unknown filter key', ['--filter=knd:log'], 'Invalid --filter. Unknown key “knd:”.'],
    ['an invalid pattern in a filter', ['--filter=/(/'], 'Invalid --filter. Invalid regular expression /(/'],
    [
      'a filter term that requires a journey',
      ['--filter=is:lost'],
      'Invalid --filter. “is:lost” needs the journey of an event, which is known in the panel only.',
    ],
    [
      'a negated filter term that requires a journey',
      ['--filter=-state:sent kind:log'],
      'Invalid --filter. “-state:sent” needs the journey',
    ],
  ])('validate exits with 2 and an error message for %s', async (_, args, sentence) => {
    const { code, err, out } = await validate(lines(eventWithWarning), ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('validate exits with 1 if one of several files cannot be read', async () => {
    const file = new URL('../../../fixtures/telemetry/calls.ndjson', import.meta.url).pathname;
    const open = (path: string) => createReadStream(path);
    const { code, err } = await runCli(['validate', '--severity=error', 'no-such-file', file], { open });
    expect([code, err]).toEqual([1, "Couldn't read no-such-file: no such file.\n"]);
  });

  it('validate reads the files of a folder', async () => {
    const open = () => Readable.from([Buffer.from(lines(call))]);
    const findInFolder = async (folder: string) => (folder === 'events' ? ['events/a.ndjson', 'events/b.har'] : null);
    const { lines: found } = await runCli(['validate', 'events', 'c.json'], { open, findInFolder });
    expect(found.map(({ file }) => file)).toEqual(['events/a.ndjson', 'events/b.har', 'c.json']);
  });

  it('validate exits with 2 for a folder without events', async () => {
    const { code, err } = await runOn('', ['validate', 'empty'], { deps: { findInFolder: async () => [] } });
    expect([code, err]).toEqual([2, 'No .ndjson, .jsonl, .json or .har files in empty.\n']);
  });

  it.each([40, 60, 80, 200])(
    'validate breaks lines at word boundaries on a terminal with %d columns',
    async (columns) => {
      const deps = { isTerminal: true, columns, env: { NO_COLOR: '1' } };
      const { out } = await runOn(lines(wrongCall), ['validate'], { deps });
      const wide = (await runOn(lines(wrongCall), ['validate', '-f', 'pretty'])).out;
      expect(out.replace(/\s+/g, ' ')).toBe(wide.replace(/\s+/g, ' '));
      const findings = out.split('\n').slice(2, -3);
      expect(findings.length).toBeGreaterThan(1);
      expect(findings.filter((line) => line.length > columns && line.trim().split(' ').length > 2)).toEqual([]);
    },
  );

  it('validate breaks no lines on a terminal without a known width, which has 0 columns', async () => {
    const deps = { isTerminal: true, columns: 0, env: { NO_COLOR: '1' } };
    const { out } = await runOn(lines(wrongCall), ['validate'], { deps });
    expect(out).toContain((await runOn(lines(wrongCall), ['validate', '-f', 'pretty'])).out.trim());
  });

  it('validate accepts short options', async () => {
    const { out } = await validate(lines(call, wrongCall), '-q', '-f', 'pretty');
    expect(out).toMatch(/^standard input\n {2}line 2/);
  });

  it.each([
    ['-v', '1.2.3'],
    ['help', 'Usage:\n  telemetry-v3 COMMAND'],
    ['help validate', 'Usage:\n  telemetry-v3 validate'],
    ['help convert', 'Usage:\n  telemetry-v3 convert'],
    ['help stats', 'Usage:\n  telemetry-v3 stats'],
    ['help sessions', 'Usage:\n  telemetry-v3 sessions'],
  ])('the command line %s prints the version or the help', async (args, text) => {
    const { code, out } = await runOn('', args.split(' '));
    expect(code).toBe(0);
    expect(out).toContain(text);
  });

  it('validate exits with 2 if a file pattern matches nothing', async () => {
    const { code, err } = await runOn('', ['validate', '*.none'], { deps: { exists: () => false } });
    expect([code, err]).toEqual([2, 'No file matches *.none.\n']);
  });

  it.each([
    [['--version'], '1.2.3\n'],
    [['validate', '--version'], '1.2.3\n'],
    [['--help'], 'telemetry-v3 COMMAND'],
    [['validate', '--help'], 'telemetry-v3 validate [OPTIONS] [FILE…]'],
  ])('the command line %j exits with 0', async (args, part) => {
    const { code, out } = await runOn('', args);
    expect(code).toBe(0);
    expect(out).toContain(part);
  });

  it.each([
    [[], 'No command given. Commands: convert, rules, serve, sessions, show, stats, validate'],
    [['check'], 'Unknown command check. Commands: convert, rules, serve, sessions, show, stats, validate'],
  ])('the command line %j exits with 2', async (args, sentence) => {
    const { code, err } = await runOn('', args);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });
});

it('validate shows its progress on the standard error of a terminal after one second, and erases it at the end', async () => {
  let now = 0;
  const clock = () => {
    now += 400;
    return now;
  };
  const { err, out } = await runOn(lines(call, call, call, call, call), ['validate'], {
    chunkBytes: 90,
    deps: { isErrorTerminal: true, clock },
  });
  const progressTexts = err.split('\r\u001b[K');
  expect([progressTexts.at(0), progressTexts.at(-1)]).toEqual(['', '']);
  expect(progressTexts[1]).toMatch(/^\d items?, 0 MB read …$/);
  expect(out).not.toContain('MB read');
});
