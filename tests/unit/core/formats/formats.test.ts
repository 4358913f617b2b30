import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvColumns, formatCsvLine } from '#core/formats/write/write-csv';
import type { Json } from '#core/json/json';
import { createTestRedactor, exportToText, writingOf } from '#tests/fixtures/exchange';
import { hostileText } from '#tests/fixtures/hostile-text';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';
import { runWithFakeCurl } from '#tests/fixtures/shells';

const hostileTexts = [
  "it's",
  '"quoted"',
  'two\nlines',
  '$(id) `id` $HOME',
  '!history %PATH% \\n',
  "'; rm -rf /; '",
  'हिन्दी 🙂',
];

describe('spreadsheets', () => {
  const cellsOf = (csv: string) => papaparse.parse<readonly string[]>(csv.trimEnd()).data;
  const cellAt = (row: readonly string[] | undefined, column: (typeof csvColumns)[number]) =>
    row?.[csvColumns.indexOf(column)] ?? '';

  it('CSV has one row per event, and parsing restores the original values', () => {
    const records = hostileTexts.map((headline, index) => recordOf(index + 1, { headline }));
    const csv = exportToText('csv', writingOf(records));
    expect(csv.startsWith('\ufeffrow,time,kind,')).toBe(true);
    expect(csv.split('\r\n').at(-1)).toBe('');
    const [head, ...rows] = cellsOf(csv);
    expect(head).toEqual(csvColumns);
    expect(rows.map((row) => cellAt(row, 'headline'))).toEqual(hostileTexts);
    expect(rows.every((row) => row.length === csvColumns.length)).toBe(true);
    expect(JSON.parse(cellAt(rows[0], 'event'))).toEqual(records[0]?.event?.json);
  });

  it('CSV contains each finding as a message, and as a code with parameters', () => {
    const definitionError = { ruleSet: 'definition', severity: 'error', path: ['edata', 'type'] } as const;
    const params = { reason: 'not-listed', value: '"click"', allowed: ['TOUCH'] } as const;
    const record = recordOf(1, {
      findings: [
        { ...definitionError, code: 'not-in-list', params },
        { ...definitionError, code: 'out-of-range', params: { reason: 'empty-id', field: 'id' } },
      ],
    });
    const [, row] = cellsOf(exportToText('csv', writingOf([record, recordOf(2)])));
    expect(cellAt(row, 'findings').split('\n')).toHaveLength(2);
    expect(cellAt(row, 'codes')).toBe('not-in-list\nout-of-range');
    expect(JSON.parse(cellAt(row, 'params'))).toEqual([params, { reason: 'empty-id', field: 'id' }]);
  });

  it('CSV quotes cells as papaparse does, and parsing restores the original cells', () => {
    const text = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ' ', '\ufeff', ';', '\t', 'a', 'ह', '🙂') });
    const cell = fc.oneof(text, text, fc.double({ noNaN: true }), fc.constant(null));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
        const line = formatCsvLine(cells);
        expect(line).toBe(`${papaparse.unparse([cells], { newline: '\r\n' })}\r\n`);
        const { data } = papaparse.parse<readonly string[]>(line.slice(0, -2), { delimiter: ',', newline: '\r\n' });
        expect(data).toEqual([cells.map((value) => `${value ?? ''}`)]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '＝1', "=cmd|' /C calc'!A0"])('CSV escapes the formula %j', (headline) => {
    const [, row] = cellsOf(exportToText('csv', writingOf([recordOf(1, { headline, name: headline, kind: null })])));
    expect([cellAt(row, 'kind'), cellAt(row, 'headline')]).toEqual([`'${headline}`, `'${headline}`]);
  });

  it('no CSV cell begins with a formula, for any text of a page and any delimiter', () => {
    const anything = fc.oneof(
      hostileText,
      hostileText.map((text) => [`=${text}`, { [`;=${text}`]: `\t-${text}` }]),
    );
    fc.assert(
      fc.property(hostileText, anything, (headline, mid) => {
        const record = recordOf(1, { headline: `;=${headline}`, event: eventOf({ json: { eid: headline, mid } }) });
        const [, row = []] = cellsOf(exportToText('csv', writingOf([record])));
        expect(row).toHaveLength(csvColumns.length);
        for (const cell of row) {
          for (const part of cell.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
        }
        expect(JSON.parse(cellAt(row, 'event'))).toEqual(JSON.parse(JSON.stringify(record.event?.json)));
      }),
    );
  });

  it.each<[Json, string]>([
    [['=1+1'], '["=1+1"]'],
    [{ toString: 1 }, '{"toString":1}'],
    [-5, '-5'],
    [true, 'true'],
    [null, ''],
  ])('CSV contains the mid %j as the cell %s, and all later rows', (mid, cell) => {
    const record = recordOf(1, { event: eventOf({ json: { eid: 'LOG', mid } }) });
    const rows = cellsOf(exportToText('csv', writingOf([record, recordOf(2)])));
    expect(cellAt(rows[1], 'mid')).toBe(cell);
    expect(cellAt(rows[2], 'mid')).toBe('INTERACT:1');
  });
});

const recordOfRequest = (
  overrides = {},
  event: Json = { eid: 'LOG', mid: 'm', edata: { message: hostileTexts.join(' ') } },
) =>
  recordOf(1, {
    event: eventOf({ json: event }),
    requests: [requestOf({ batchSize: 1, indexInBatch: 0, ...overrides })],
  });

describe('shell scripts', () => {
  const run = (script: string) => runWithFakeCurl('sh', script);

  it('the cURL script passes the exact URL and body to curl, whatever characters they contain', () => {
    const bodyFields = { id: 'api', ver: '3.0', events: [], ets: 1 };
    const url = `https://x.org/${hostileTexts.join('/')}`;
    const record = recordOfRequest({ url, bodyFields });
    expect(run(exportToText('curl', writingOf([record])))).toEqual({
      calls: [
        [
          ...['--globoff', '--proto', '=http,https'],
          ...['--url', new URL(url).href],
          ...['--header', 'Content-Type: application/json'],
          ...['--data-raw', JSON.stringify({ ...bodyFields, events: [record.event?.json] })],
        ],
      ],
      input: '',
      files: [],
    });
  });

  it('the cURL script passes a body that is too long for an argument through standard input', () => {
    const record = recordOfRequest(
      {},
      { eid: 'LOG', mid: 'm', edata: { message: `${hostileTexts.join(' ')}${'x'.repeat(200_000)}` } },
    );
    const { calls, input } = run(exportToText('curl', writingOf([record])));
    expect(calls[0]?.at(-1)).toBe('@-');
    expect(JSON.parse(input)).toEqual({ events: [record.event?.json] });
  });

  it('the cURL script has one command per request, and counts the events that were never sent', () => {
    const twice = recordOf(2, { requests: [requestOf({ id: 'a', at: 1 }), requestOf({ id: 'b', at: 2 })] });
    const script = exportToText('curl', writingOf([twice, recordOf(3)]));
    expect(script.match(/^curl/gm)).toHaveLength(2);
    expect(script).toContain('# 1 of the 4 events of this batch were in the list.');
    expect(script).toContain('1 of 2 events');
  });

  it.each([
    [{ url: '-K/etc/passwd' }, 'the URL is not http or https: -K/etc/passwd'],
    [{ url: 'file:///etc/passwd' }, 'the URL is not http or https: file:///etc/passwd'],
    [{ method: "POST'; touch pwned; '" }, 'the method is not in capital letters: POST_'],
  ])('the cURL script contains a comment instead of a command for the request %j', (request, reason) => {
    const script = exportToText('curl', writingOf([recordOfRequest(request)]));
    expect(script).toContain(`# Not a command: ${reason}`);
    expect(run(script)).toEqual({ calls: [], input: '', files: [] });
  });

  it('the cURL script contains no control characters, which a terminal would interpret', () => {
    const record = recordOfRequest(
      { url: 'https://x.org/\u007f' },
      { eid: 'LOG', edata: { message: '\u007f\u0003\u0085' } },
    );
    const script = exportToText('curl', writingOf([record]));
    expect(script).toContain(String.raw`{"message":"\u007f\u0003\u0085"}`);
    expect(script.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

describe('replay scripts', () => {
  /** Runs a script. Returns its calls of SDK methods. */
  function runScript(script: string): readonly { readonly method: string; readonly args: readonly Json[] }[] {
    const calls: { method: string; args: readonly Json[] }[] = [];
    const methods = new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...args: Json[]) =>
            void calls.push({ method: String(method), args }),
      },
    );
    runInNewContext(script, { $t: methods, EkTelemetry: methods });
    return JSON.parse(JSON.stringify(calls));
  }

  it('the replay script repeats the SDK calls under the page’s global name of the SDK', () => {
    const args: readonly Json[] = [{ type: 'TOUCH', id: hostileTexts.join(), extra: { values: [] } }, { context: {} }];
    const record = recordOf(1, { call: callOf({ args }), sdk: { global: 'EkTelemetry', generation: '1.x' } });
    const script = exportToText('sdk', writingOf([record]));
    expect(script.startsWith('EkTelemetry.interact({')).toBe(true);
    expect(runScript(script)).toEqual([{ method: 'interact', args }]);
  });

  it('the replay script derives the arguments of a call from the event if no call was captured', () => {
    const json = {
      eid: 'START',
      object: { id: 'do_1', ver: '2' },
      edata: { type: 'player', mode: 'play', stageid: 's' },
    };
    const record = recordOf(1, { kind: 'start', call: null, event: eventOf({ json }) });
    const [call] = runScript(exportToText('sdk', writingOf([record])));
    expect(call?.method).toBe('start');
    expect(call?.args.slice(1)).toEqual(['do_1', '2', { type: 'player', mode: 'play', stageid: 's' }]);
  });

  it('the replay script contains a comment instead of a call for an unknown kind', () => {
    const unknown = recordOf(1, {
      kind: null,
      name: 'x\nalert(1)',
      call: null,
      event: eventOf({ json: { eid: 'X' } }),
    });
    const script = exportToText('sdk', writingOf([unknown]));
    expect(runScript(script)).toEqual([]);
    expect(script).toBe('// "x\\nalert(1)" is no V3 kind: there is no call of it.\n');
  });

  it.each([
    ['setTimeout', 'call', [null, 'globalThis.pwned = true']],
    ['alert(1);$t', 'interact', []],
    ['$t\u2028alert(1)', 'interact', []],
    ['$t', 'constructor', ['globalThis.pwned = true']],
  ])('the replay script contains only comments if the SDK %j or the method %s is unknown', (global, method, args) => {
    const call = callOf({ method, args });
    const record = recordOf(1, { kind: null, name: method, call, sdk: { global, generation: 'unknown' } });
    const knownMethod = recordOf(2, { call: callOf({ args }), sdk: { global, generation: 'unknown' } });
    const script = exportToText('sdk', writingOf(global === '$t' ? [record] : [record, knownMethod]));
    for (const line of script.trimEnd().split(/[\n\u2028\u2029]/)) expect(line).toMatch(/^\/\/ /);
  });

  it('the replay script preserves a field named __proto__', () => {
    const args: readonly Json[] = [JSON.parse('{"__proto__":{"a":1}}')];
    const script = exportToText('sdk', writingOf([recordOf(1, { call: callOf({ args }) })]));
    expect(JSON.stringify(runScript(script)[0]?.args)).toBe('[{"__proto__":{"a":1}}]');
  });
});

describe('all formats', () => {
  const secrets = [
    'ann@example.org',
    '9876543210',
    'geheimes-wort',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0ZWFjaGVyIn0.c2ln',
  ];
  const [mail, phone, password, token] = secrets;
  const record = recordOf(1, {
    headline: `${mail} ${phone}`,
    frame: { frameId: 0, url: `https://x.org/?mail=${encodeURIComponent(mail ?? '')}&token=${token}` },
    call: callOf({ args: [{ id: mail, password, extra: { [phone ?? '']: phone } }] as readonly Json[] }),
    event: eventOf({
      json: { eid: 'INTERACT', edata: { id: mail, password, token, extra: { [phone ?? '']: phone } } } as Json,
    }),
    requests: [
      requestOf({
        url: `https://x.org/?to=${mail}&access_token=${token}`,
        responseText: JSON.stringify({ mail, password }),
      }),
    ],
  });

  it.each(['capture', 'ndjson', 'csv', 'har', 'curl', 'sdk'] as const)(
    'the %s export redacts all secrets, and none if redaction is off',
    (format) => {
      const redacted = exportToText(format, writingOf([record], createTestRedactor()));
      for (const secret of secrets) expect(redacted).not.toContain(secret);
      expect(redacted).not.toContain('ann%40');
      expect(redacted).toContain('email-1');
      const unredacted = exportToText(format, writingOf([record]));
      for (const secret of [mail, phone, password]) expect(unredacted).toContain(secret);
    },
  );

  it.each(['capture', 'har', 'curl'] as const)('the %s export redacts the name of a form field', (format) => {
    const form = { type: 'urlencoded', field: `to[${mail}]`, hasOtherFields: false } as const;
    const request = requestOf({ bodyShape: { path: [], content: 'event', form } });
    const file = exportToText(format, writingOf([recordOf(1, { requests: [request] })], createTestRedactor()));
    expect(file).toContain('email-1');
    expect(file).not.toMatch(/ann(?:@|%40)/);
  });

  it.each(['capture', 'ndjson', 'csv', 'har', 'curl', 'sdk'] as const)(
    'the %s export accepts a record with an invalid time',
    (format) => {
      const forged = recordOf(1, { at: 1e300, requests: [requestOf({ at: -1e300 })] });
      expect(exportToText(format, writingOf([forged])).length).toBeGreaterThan(0);
    },
  );

  it.each(['capture', 'har'] as const)('the %s export has no characters that reorder displayed text', (format) => {
    const navigations = [{ at: 1, url: 'http://localhost/#\u202epage', afterRow: 0 }];
    const frames = [{ frameId: 0, url: 'http://localhost/', documentId: 'd', title: 'A \u2066title\u202e', sdks: [] }];
    const file = exportToText(format, writingOf([recordOfRequest()], { navigations, frames }));
    expect(file).toContain(String.raw`#\u202epage`);
    expect(file).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(JSON.stringify(JSON.parse(file))).toContain('#\u202epage');
  });
});

describe('copies of an event in a request', () => {
  interface Har {
    readonly log: {
      readonly entries: readonly { readonly request: { readonly postData: { readonly text: string } } }[];
    };
  }
  const bodiesIn = (har: string) =>
    (JSON.parse(har) as Har).log.entries.map(
      ({ request }) => JSON.parse(request.postData.text) as { readonly events: readonly { readonly eid: string }[] },
    );

  it('a HAR request contains each copy of an event, at its index in the batch', () => {
    const part = (eid: string, indexInBatch: number, copies: number) =>
      recordOf(indexInBatch, {
        event: eventOf({ json: { eid } }),
        requests: [requestOf({ id: 'r', batchSize: 4, indexInBatch, copies })],
      });
    const [body] = bodiesIn(exportToText('har', writingOf([part('START', 1, 3), part('LOG', 2, 1)])));
    expect(body?.events.map(({ eid }) => eid)).toEqual(['START', 'START', 'LOG', 'START']);
  });

  it('a HAR file contains no more copies of an event than the limit of an export', () => {
    const requests = Array.from({ length: 300 }, (_, index) =>
      requestOf({ id: `r${index}`, batchSize: 100_000, copies: 100_000 }),
    );
    const bodies = bodiesIn(exportToText('har', writingOf([recordOf(1, { requests })])));
    expect(bodies).toHaveLength(300);
    expect(bodies.reduce((sum, { events }) => sum + events.length, 0)).toBe(100_000 + 300);
  });
});
