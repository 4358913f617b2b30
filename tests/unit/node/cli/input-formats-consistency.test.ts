import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { stringAt } from '#core/json/json';
import { readFileContent } from '#tests/fixtures/exchange';
import { runCli, runOn } from './run-cli';

const eventOf = (mid: string) => ({ eid: 'LOG', ets: 1_700_000_000_000, ver: '3.0', mid, edata: { type: 'api' } });
const [a, b, c] = ['a', 'b', 'c'].map(eventOf);
const toJson = (value: unknown) => JSON.stringify(value);
const toPrettyJson = (value: unknown) => JSON.stringify(value, null, 2);
const batch = { id: 'api', ver: '3.0', params: { msgid: 'm' }, ets: 1, events: [a, b] };
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

const har = (...requests: object[]) => ({
  log: {
    version: '1.2',
    entries: requests.map((request, index) => ({
      startedDateTime: `2026-01-05T10:00:0${index}.000Z`,
      time: 1,
      request: { method: 'POST', url: `https://c.example/t?${index}`, headers: [], ...request },
      response: { status: 200 },
    })),
  },
});
/** Quotes the cells of a CSV row (RFC 4180). */
const cells = (...values: readonly string[]) => values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
const requestWith = (postData: object, encoding?: string) => ({
  postData,
  headers: encoding === undefined ? [] : [{ name: 'Content-encoding', value: encoding }],
});
const base64 = (bytes: Buffer) => ({
  mimeType: 'application/json',
  text: bytes.toString('base64'),
  encoding: 'base64',
});
const harWithBodyFile = har({ postData: { mimeType: 'application/json', _file: 'body.json' } });
const archive = zipSync({ 'har.har': strToU8(toJson(harWithBodyFile)), 'body.json': strToU8(toJson(batch)) });
const harText = toJson(har({ postData: { text: toJson(batch) } }));
const postman = (body: object) => ({
  info: { name: 'x', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'folder', item: [{ name: 'one', request: { url: { raw: 'https://c.example' }, body } }] }],
});

const prefixLines = (prefix: string, text: string) => text.replaceAll(/^/gm, prefix);
/** Escapes quotation marks, as in the string of a language or in a quoted argument. */
const escapeString = (text: string) => JSON.stringify(text).slice(1, -1);
const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
/** Writes a string of Java that is concatenated over several lines. */
const toJavaConcatenation = (text: string) => `"${text.split('\n').map(escapeString).join('\\n" +\n\t\t"')}"`;
/** Writes before each line a time that differs from those of other lines. */
const prefixTimes = (text: string) => {
  const time = (line: number) => new Date(Date.UTC(2026, 0, 5) + line * 4_321).toISOString();
  return text
    .split('\n')
    .map((line, index) => `${time(index)} INFO ${line}`)
    .join('\n');
};
const colorText = (text: string) => `\u001b[0;34m${text}\u001b[0m`;
/** Escapes backslashes, line breaks and single quotes, but no quotation marks. */
const escapeSingleQuoted = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
const splitLines = (text: string) => text.split(/(?<=\n)/);
const eventWithQuotes = { ...a, edata: { message: 'say "yes" & <b>, C:\\n' } };

/** Each input with the mids of its events. */
const inputs: readonly (readonly [name: string, input: string | Uint8Array, mids: string])[] = [
  [
    'notes between pretty JSON',
    `https://a.example\n\n${toPrettyJson([a, b])}\n\nafter {a} click\n${toPrettyJson(c)}\n`,
    'a b c',
  ],
  ['notes behind JSON', `${toPrettyJson([a])}\nafter a click, "quoted\n${toPrettyJson([b, c])}\n`, 'a b c'],
  ['notes with CRLF', `see [link](x)\n${toPrettyJson([a, b])}\n`.replaceAll('\n', '\r\n'), 'a b'],
  ['merged lines with byte order marks', `\ufeff${toJson(a)}\n\ufeff${toJson(b)}\n`, 'a b'],
  ['notes with a byte order mark', `\ufeffnotes\n${toPrettyJson(a)}\n`, 'a'],
  ['notes in UTF-16', utf16(`notes\n${toPrettyJson(a)}\n`), 'a'],
  ['notes in gzip', gzipSync(`notes\n${toPrettyJson(a)}\n`), 'a'],
  [
    'Markdown',
    `# Page\n\n\`\`\`json\n${toPrettyJson(a)}\n\`\`\`\n\n\`\`\`\n{"b": [1, 2]}\n\`\`\`\n- {x}\n~~~\n${toPrettyJson(b)}\n~~~\n`,
    'a b',
  ],
  ['comments', `Event:\n${toPrettyJson(a).replace('"LOG",', '"LOG", // kind, of {event}\n  /* one\n two */')}`, 'a'],
  ['a comment with the comma in it', `Event:\n${toPrettyJson(a).replace('"LOG",', '"LOG" // the kind,')}`, 'a'],
  [
    'comma-separated values with quoted cells',
    `"at","event"\n${cells('1', toJson(a))}\n${cells('2', toJson(b), '"x')}\n`,
    'a b',
  ],
  [
    'tab-separated values with quoted cells',
    `at\tevent\n1\t${cells(toPrettyJson(batch).replaceAll('\n', ' '))}\tlast\n`,
    'a b',
  ],
  [
    'cells with several lines',
    `at,note,event\n${cells('1', 'two\nlines', toPrettyJson(a))}\n${cells('2', '', toPrettyJson(b))}\n`,
    'a b',
  ],
  [
    'cells with several lines, with CRLF and tabs',
    `at\tevent\r\n${cells('1', toPrettyJson(a)).replace('","', '"\t"').replaceAll('\n', '\r\n')}\r\n2\t${cells(toPrettyJson(batch))}`,
    'a a b',
  ],
  ['a table of one column', `"event"\n${cells(toJson(a))}\n${cells(toPrettyJson(b))}\n`, 'a b'],
  ['a table without headings', `${cells(toPrettyJson(a), 'x')}\n${cells(toPrettyJson(b), 'y')}\n`, 'a b'],
  ['a table of one column without headings', `${cells(toPrettyJson(a))}\n${cells(toPrettyJson(b))}\n`, 'a b'],
  [
    'cells with text around JSON',
    `"at";"message"\n1;${cells(`Telemetry:\n${toPrettyJson(a)}\nsent, "${'x'}"`)}\n`,
    'a',
  ],
  [
    'a table with a quotation mark that is not closed',
    `at,note,event\n${cells('1', 'x', toPrettyJson(a))}\n2,"open\n3,,${cells(toPrettyJson(b))}\n${cells('4', '', toJson(c))}\n`,
    'a b c',
  ],
  ['console lines', `app.js:3 Telemetry: ${toJson(a)}\nTelemetry: ${toJson(b)} sent\n`, 'a b'],
  [
    'logfmt lines',
    `level=info msg=${toJson(`sent ${toJson(a)}`)} n=1\nlevel=info msg=${toJson(toJson(b))}\nlevel=info msg="x" {y}\n`,
    'a b',
  ],
  [
    'log lines with dates',
    `[2026-01-05 10:00:00,123] [INFO] {req} ${toJson(a)}\n2026-01-05T10:00:01Z INFO ${toJson(b)}`,
    'a b',
  ],
  ['a dump with key columns', `key-1\t${toJson(a)}\nkey-2\t${toJson(b)}\nnull\t${toJson(c)}\n`, 'a b c'],
  ['a dump with keys that are JSON', `{"k":1}\t${toJson(a)}\n{"k":2}\t${toJson(b)}\n`, 'a b'],
  ['a dump with quoted keys', `"k"\t${toJson(a)}\n"k"\t${toJson(batch)}\n`, 'a a b'],
  ['a list of texts', toJson([toJson(a), toJson(b)]), 'a b'],
  ['lines of texts', `${toJson(toJson(a))}\n${toJson(toJson(b))}\n`, 'a b'],
  ['a stored list of texts', toJson({ tList: [toJson(a), toJson(b)], n: 2 }), 'a b'],
  [
    'rows with the event as a text',
    `${toJson({ event_type: 'LOG', event: toJson(a) })}\n${toJson({ payload: toJson(b) })}\n`,
    'a b',
  ],
  [
    'rows in a list',
    toPrettyJson([
      { id: 1, event: toJson(a) },
      { id: 2, event: toJson(b) },
    ]),
    'a b',
  ],
  ['a row with columns of the event', toJson({ eid: 'LOG', mid: 'a', data: toJson(a) }), 'a'],
  ['a row with a batch as a text', toJson({ data: toJson(batch) }), 'a b'],
  ['log lines as JSON', `${toJson({ log: `Telemetry: ${toJson(a)}\n`, stream: 'stdout' })}\n`, 'a'],
  ['an event in a document of a search index', toJson({ _index: 't', _source: a }), 'a'],
  ['a form as a text', toJson({ body: `event=${encodeURIComponent(toJson(a))}` }), 'a'],
  ['Obsrv', toJson({ data: { id: 'x', events: [a, b] } }), 'a b'],
  ['one event of Obsrv', toPrettyJson({ data: { event: a } }), 'a'],
  ['Postman', toJson(postman({ mode: 'raw', raw: toPrettyJson(batch) })), 'a b'],
  [
    'Postman with comments and variables',
    toJson(
      postman({
        mode: 'raw',
        raw: `// one\n${toJson({ events: [a], ets: 1 }).replace('"ets":1}', '"ets": {{now}}}')}`,
      }),
    ),
    'a',
  ],
  ['Postman from its API', toJson({ collection: postman({ mode: 'raw', raw: toJson(batch) }) }), 'a b'],
  [
    'Postman with a form',
    toJson(postman({ mode: 'urlencoded', urlencoded: [{ key: 'event', value: toJson(a) }] })),
    'a',
  ],
  ['HAR in one line', toJson(har(requestWith({ text: toJson(batch) }))), 'a b'],
  [
    'HAR over lines',
    toPrettyJson(har(requestWith({ text: toJson(batch) }), requestWith({ text: toJson([c]) }))),
    'a b c',
  ],
  ['HAR with gzip', toJson(har(requestWith(base64(gzipSync(toJson(batch))), 'GZIP'))), 'a b'],
  ['HAR with gzip and no header', toPrettyJson(har(requestWith(base64(gzipSync(toJson(batch)))))), 'a b'],
  [
    'HAR with gzip as base64 without its encoding',
    toJson(har(requestWith({ text: gzipSync(toJson(a)).toString('base64') }))),
    'a',
  ],
  ['HAR with deflate', toJson(har(requestWith(base64(deflateSync(toJson(batch))), 'deflate'))), 'a b'],
  ['HAR with a body that was decompressed already', toJson(har(requestWith({ text: toJson(batch) }, 'br'))), 'a b'],
  ['HAR with a form of fields', toJson(har(requestWith({ params: [{ name: 'event', value: toJson(a) }] }))), 'a'],
  [
    'HAR with a form of fields that are encoded, as Chrome writes them',
    toJson(har(requestWith({ params: [{ name: 'event', value: encodeURIComponent(toJson(a)) }] }))),
    'a',
  ],
  ['HAR with a byte order mark in a body', toJson(har(requestWith({ text: `\ufeff${toJson(batch)}` }))), 'a b'],
  [
    'HAR without dates and status',
    toJson({ log: { entries: [{ request: { postData: { text: toJson(batch) } } }] } }),
    'a b',
  ],
  [
    'HAR with messages of a socket',
    toJson({
      log: {
        entries: [
          {
            ...har(requestWith({ text: toJson(a) })).log.entries[0],
            _webSocketMessages: [{ type: 'send', data: '{}' }],
          },
        ],
      },
    }),
    'a',
  ],
  ['HAR in an archive, with a body in a file', archive, 'a b'],
  ['HAR in an archive of macOS', zipSync({ '__MACOSX/d/._a.har': strToU8('x'), 'd/a.har': strToU8(harText) }), 'a b'],
  ['HAR with a byte order mark in an archive', zipSync({ 'a.har': strToU8(`\ufeff${harText}`) }), 'a b'],
  ['NDJSON that is alone in an archive', zipSync({ 'd/a.ndjson': strToU8(`${toJson(a)}\n${toJson(b)}\n`) }), 'a b'],
  ['gzip in an archive', zipSync({ 'a.gz': Uint8Array.from(gzipSync(toJson([a]))) }), 'a'],
  [
    'HAR with gzip in a later line',
    `${toJson(c)}\n${toJson(har(requestWith(base64(gzipSync(toJson(batch))), 'gzip')))}\n`,
    'c a b',
  ],
  [
    'HAR with gzip bodies, between lines of text',
    `notes\n${toPrettyJson(har(requestWith(base64(gzipSync(toJson(batch))), 'gzip')))}\nafter\n`,
    'a b',
  ],
  [
    'HAR with deflate in console lines',
    `app.js:3 ${toJson(har(requestWith(base64(deflateSync(toJson(a))), 'deflate')))}\n`,
    'a',
  ],
  [
    'a quote of Markdown',
    `The event:\n\n${prefixLines('> ', toPrettyJson(a))}\n\nand\n>${prefixLines('> ', toPrettyJson(b))}\n`,
    'a b',
  ],
  ['the added lines of a difference', `@@ -1 +1 @@\n${prefixLines('+', toPrettyJson(a))}\n-x\n`, 'a'],
  ['log lines with the name of their container', prefixLines('app_1  | ', `${toPrettyJson(a)}\n${toJson(b)}\n`), 'a b'],
  [
    'log lines with the name of their pod in brackets',
    prefixLines('[pod/app-1/app] ', `${toPrettyJson(a)}\n${toPrettyJson([b])}\n`),
    'a b',
  ],
  [
    'comments of code',
    `/**\n${prefixLines(' * ', toPrettyJson(a))}\n */\nf() {\n${prefixLines('  // ', toPrettyJson(b))}\n}\n${prefixLines('# ', toPrettyJson(c))}\n`,
    'a b c',
  ],
  [
    'a string of Scala with margins',
    `val a = """\n${prefixLines('   |', toPrettyJson(a))}\n   |""".stripMargin\n`,
    'a',
  ],
  [
    'a string of Scala with margins behind its first line',
    `s"""${toPrettyJson(a).replaceAll('\n', '\n   |')}""".stripMargin\n`,
    'a',
  ],
  [
    'strings of Java that are concatenated',
    `class A {\n  String a = ${toJavaConcatenation(toPrettyJson(eventWithQuotes))};\n  f("{" +\n  x);\n  String b = ${toJavaConcatenation(toJson(b))};\n}\n`,
    'a b',
  ],
  [
    'an argument of a command with line breaks',
    `curl -d "${toPrettyJson(a).replaceAll('"', '\\\\"')}" https://c.example\n`,
    'a',
  ],
  [
    'a dump of MySQL',
    `INSERT INTO t VALUES (1,'${escapeString(toJson(eventWithQuotes))}',NULL),(2,'${escapeString(toJson(b))}',NULL);\n`,
    'a b',
  ],
  [
    'a message that is escaped twice',
    `INFO msg="${escapeString(escapeString(toJson(toJson(eventWithQuotes))))}" ok\n`,
    'a',
  ],
  [
    'a test plan of JMeter',
    `<?xml version="1.0"?>\n<a>\n<b name="x">${escapeMarkup(toPrettyJson(eventWithQuotes)).replaceAll('\n', '&#xd;\n')}</b>\n</a>\n`,
    'a',
  ],
  [
    'a test plan of JMeter with CRLF',
    `<a>\r\n<b>${escapeMarkup(toPrettyJson(a)).replaceAll('\n', '&#xd;\r\n')}</b>\r\n</a>\r\n`,
    'a',
  ],
  [
    'an access log of nginx',
    `::1 - - "POST /t HTTP/1.1" 200 "${toJson(batch).replaceAll('"', '\\x22')}" "-"\n::1 "GET /" "-"\n`,
    'a b',
  ],
  ['Markdown with escaped brackets', `* event\n\n${toJson({ ...a, tags: [] }).replaceAll('[', '\\[')}\n`, 'a'],
  [
    'a web page',
    `<pre>${escapeMarkup(toPrettyJson(a))}</pre>\n<p data-event="${escapeMarkup(toJson(eventWithQuotes))}">x</p>\n`,
    'a a',
  ],
  [
    'a request that Chrome copied for the Windows command line',
    `curl ^"https://c.example^" ^\n  --data-raw ^"${escapeString(toJson(batch)).replaceAll(/[^\w:,.]/g, '^$&')}^"\n`,
    'a b',
  ],
  ['a request that Chrome copied for PowerShell', `-Body "${toJson(batch).replaceAll('"', '`"')}"\n`, 'a b'],
  ['a batch of the learner service', toJson({ request: batch }), 'a b'],
  ['HAR with a batch of the learner service', toJson(har(requestWith({ text: toJson({ request: batch }) }))), 'a b'],
  [
    'log entries in a list with the name of a batch',
    toPrettyJson({ events: [a, b].map((event) => ({ timestamp: 1, message: toJson(event) })) }),
    'a b',
  ],
  [
    'records of a stream in base64',
    toPrettyJson({ Records: [a, b].map((event) => ({ data: btoa(toJson(event)) })) }),
    'a b',
  ],
  ['batches in a list', toPrettyJson({ name: 'x', data: [batch, batch] }), 'a b a b'],
  [
    'an example of an OpenAPI document',
    toJson({
      paths: { '/t': { post: { requestBody: { content: { json: { examples: { one: { value: batch } } } } } } } },
    }),
    'a b',
  ],
  ['log lines with times that differ', prefixTimes(`${toPrettyJson(batch)}\n${toJson(c)}`), 'a b c'],
  [
    'log lines with times in brackets that differ',
    prefixTimes(toPrettyJson(a))
      .replaceAll(/^(.*?) INFO/gm, '[$1] [main]')
      .replaceAll('\n', '\r\n'),
    'a',
  ],
  [
    'lines with the colors of a terminal',
    `\u001b[1m{\n  ${colorText('"eid"')}: "LOG",\n${toPrettyJson(a).slice(17)}\n`,
    'a',
  ],
  [
    'lines that psql continues',
    `      jsonb_pretty\n-----------\n${toPrettyJson(a).replaceAll(/^(.*)\n/gm, ' $1    +\n')}\n(1 row)\n`,
    'a',
  ],
  [
    'a dump of PostgreSQL',
    `COPY t (event, n) FROM stdin;\n${escapeSingleQuoted(toJson(eventWithQuotes))}\t1\n${escapeSingleQuoted(toPrettyJson(b))}\t2\n\\.\n`,
    'a b',
  ],
  [
    'a request that Chrome copied for a shell',
    `curl 'https://c.example' --data-raw $'${escapeSingleQuoted(toJson({ ...batch, events: [eventWithQuotes, { ...b, edata: { id: "it's" } }] }))}' \\\n`,
    'a b',
  ],
  [
    'a notebook of Jupyter',
    toPrettyJson({
      cells: [
        {
          cell_type: 'code',
          source: splitLines(toPrettyJson(a)),
          outputs: [{ text: splitLines(toPrettyJson([b, c])) }],
        },
      ],
    }),
    'a b c',
  ],
  ['a response with a list of events', toJson({ count: 2, results: [a, b] }), 'a b'],
  ['a page of a list of events', toPrettyJson({ responseCode: 'OK', result: { content: [a, b], size: 2 } }), 'a b'],
  ['a broken line', `${toJson(a)}\n{"eid": \n${toJson(b)}\n`, 'a b'],
  ['a broken item', `[\n${toJson(a)},\n{"eid": "LOG" "mid"},\n${toJson(b)}\n]`, 'a b'],
  ['items without a comma between them', `[\n${toJson(a)}\n${toJson(b)}\n${toPrettyJson(c)}\n]\n`, 'a b c'],
  ['a batch without commas', toPrettyJson(batch).replace('},\n    {', '}\n    {'), 'a b'],
  ['a list that ends early', `[\n${toJson(a)},\n${toJson(b)}\n`, 'a b'],
  ['a list with superfluous commas', `[\n${toJson(a)},,\n${toJson(b)},\n]`, 'a b'],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from(`${toJson(a)}\n`), Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from(toJson(b))]),
    'a b',
  ],
  ['a truncated last object', `notes\n${toJson(a)}\n${toPrettyJson(b)}\n${toPrettyJson(c).slice(0, 60)}`, 'a b'],
];

async function readMidsByValidate(input: string | Uint8Array, chunkBytes: number): Promise<string> {
  const { lines } = await runOn(input, ['validate', '--format=json'], { chunkBytes });
  return lines.flatMap(({ mid }) => mid ?? []).join(' ');
}

async function readMidsByConvert(input: string | Uint8Array): Promise<string> {
  const { out } = await runOn(input, ['convert', '-', '-', '--to=ndjson']);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).mid)
    .join(' ');
}

async function readMidsByImport(input: string | Uint8Array): Promise<string> {
  const { records } = await readFileContent(input, { chunk: 1_000_000 });
  return records.map(({ event }) => stringAt(event?.json, ['mid'])).join(' ');
}

it.each(inputs)('validate, convert and Import read the same events from %s', async (_, input, mids) => {
  for (const chunkBytes of [7, 1_000_000]) expect(await readMidsByValidate(input, chunkBytes)).toBe(mids);
  expect(await readMidsByConvert(input)).toBe(mids);
  expect(await readMidsByImport(input)).toBe(mids);
});

describe('unreadable input', () => {
  const runValidate = async (input: string | Uint8Array) => {
    const { lines, err, code } = await runOn(input, ['validate', '--format=json']);
    const faults = lines.flatMap(({ line, findings }) =>
      findings.filter(({ ruleSet }) => ruleSet === 'format').map((finding) => [line, finding.code]),
    );
    return { faults, err, code };
  };

  it('validate reports all text around JSON in one notice, without findings', async () => {
    const text = 'a line\n'.repeat(1_000);
    const { faults, err, code } = await runValidate(`${text}${toJson(a)}\n${text}`);
    expect(faults).toEqual([]);
    expect(err).toBe('Skipped 2,000 lines of text, the first of them line 1.\n');
    expect(code).toBe(1);
  });

  it('validate and Import do not count a line with an event as a line of text', async () => {
    const consoleLines = `app.js:3 Telemetry: ${toJson(a)} sent\nx\n${prefixLines('1s ', toPrettyJson(b))} {"n": "eid"}\ny\n`;
    const table = `n,note,event,params\n${cells('1', 'two\nlines', toPrettyJson(a), toJson({ field: 'eid' }))}\n`;
    for (const [input, sentence] of [
      [consoleLines, 'Skipped 2 lines of text, the first of them line 2.'],
      [table, 'Skipped 1 line of text, line 1.'],
      [`x ${toJson(a)}\n`, ''],
    ] as const) {
      expect((await runValidate(input)).err.trim()).toBe(sentence);
      const { result } = await readFileContent(input);
      expect(result.ok && result.value.warnings.map((warning) => messageText(warning)).join()).toBe(sentence);
    }
  });

  it('validate does not check a list named events as a batch if it contains log entries', async () => {
    const entries = [a, b].map((event) => ({ timestamp: 1, message: toJson(event) }));
    const { faults, err } = await runValidate(toPrettyJson({ events: entries }));
    expect([faults, err]).toEqual([[], '']);
    expect((await runValidate(toPrettyJson({ events: [a] }))).err).toContain('Batch: id is required');
  });

  it('validate has a finding for each later line that is not JSON, if the first line is JSON', async () => {
    const { faults, err } = await runValidate(`\n${toJson(a)}\nhello\n\n${toJson(b)} x\nhello\n`);
    expect(faults).toEqual([
      [3, 'not-json'],
      [5, 'not-json'],
      [6, 'not-json'],
    ]);
    expect(err).toBe('');
  });

  it('validate exits with 2 for a text without an event', async () => {
    const { faults, err, code } = await runValidate('# Notes\n\nSee {"name": "package"} and {this}.\n');
    expect([faults, code]).toEqual([[], 2]);
    expect(err).toBe('Skipped 2 lines of text, the first of them line 1.\nNo events or calls found.\n');
  });

  it('validate has a finding for each invalid event in a text, at the position of the event', async () => {
    const broken = toPrettyJson(b).replace('"ver": "3.0"', '"ver": 3.0.1');
    const { faults } = await runValidate(
      `notes\n${toPrettyJson(a)}\n\n${broken}\n${toPrettyJson(c)}\n "eid": "LOG",\n`,
    );
    const line = `notes\n${toPrettyJson(a)}\n\n`.split('\n').length + 3;
    expect(faults).toEqual([
      [line, 'not-json'],
      [expect.any(Number), 'not-json'],
    ]);
  });

  it('validate reports an event in a table at the first line of its row, and a finding for an unclosed quotation mark', async () => {
    const row = cells('1', 'a note\nof two lines', toPrettyJson(a));
    const { lines, err } = await runOn(`at,note,event\n${row}\n2,"open,\n${row}\n3,"${'x\n'.repeat(10)}`, [
      'validate',
      '--format=json',
    ]);
    const length = row.split('\n').length;
    expect(lines.map(({ line, mid, findings }) => [line, mid ?? findings.map(({ message }) => message)])).toEqual([
      [2, 'a'],
      [2 + length, ['Column 3: A quotation mark of the row isn’t closed.']],
      [3 + length, 'a'],
      [3 + 2 * length, ['Column 3: A quotation mark of the row isn’t closed.']],
    ]);
    expect(err).toContain('Skipped');
  });

  it('validate reports the position of each comma that is missing or too many between the items of a list', async () => {
    const readMessages = async (text: string) =>
      (await runOn(text, ['validate', '--format=json'])).lines.flatMap(({ line, findings }) =>
        findings.filter(({ ruleSet }) => ruleSet === 'format').map(({ message }) => `${line}: ${message}`),
      );
    expect(await readMessages(`[\n${toJson(a)}\n  ${toJson(b)}\n]\n`)).toEqual([
      '3: Column 3: Expected a comma or a closing bracket; got {.',
    ]);
    expect(await readMessages('[\n{"eid":"LOG"},,\n{"eid":"LOG"},\n]\n')).toEqual([
      '2: Column 15: Expected a value; got ,.',
      '4: Column 1: Trailing comma before ]. Remove it.',
    ]);
    expect(await readMessages(`[\n${toJson(a)},\n${toJson(b)}\n`)).toEqual([
      expect.stringContaining('4: Column 1: Unexpected end'),
    ]);
  });

  it('validate ignores unclosed quotation marks in other text', async () => {
    const { faults } = await runValidate(`See, "this\n${toPrettyJson(a)}\nand, "that\n${toPrettyJson(b)}\n`);
    expect(faults).toEqual([]);
  });

  it('validate has a finding for a line with invalid UTF-8, in JSON lines and in a document', async () => {
    const bad = Buffer.from([0xff]);
    const lines = Buffer.concat([Buffer.from(`${toJson(a)}\n{"eid":"LOG","mid":"`), bad, Buffer.from('"}\n')]);
    expect((await runValidate(lines)).faults).toEqual([[2, 'not-utf8']]);
    const document = Buffer.concat([Buffer.from('[\n{"eid":"LOG",\n"mid":"'), bad, Buffer.from('"}\n]\n')]);
    expect((await runValidate(document)).faults).toEqual([[3, 'not-utf8']]);
  });

  it('validate shows the entry and URL of a HAR file with each finding', async () => {
    const { lines } = await runOn(toJson(har(requestWith({}), requestWith({ text: toJson(batch) }))), [
      'validate',
      '--format=json',
    ]);
    expect(lines).toMatchObject([
      { request: { entry: 2, url: 'https://c.example/t?1' }, mid: 'a' },
      { request: { entry: 2, url: 'https://c.example/t?1' }, mid: 'b' },
    ]);
    const { out } = await runOn(toJson(har(requestWith({ text: toJson(a) }))), ['validate', '--format=pretty']);
    expect(out).toContain('request 1, https://c.example/t?0  LOG  a');
  });

  it('a body in a file next to a HAR file is read, and a missing file is reported', async () => {
    const files = new Map([
      ['dir/x.har', toJson(harWithBodyFile)],
      ['dir/body.json', toJson(batch)],
    ]);
    async function* open(file: string) {
      const text = files.get(file);
      if (text === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
      yield Buffer.from(text);
    }
    const found = await runCli(['validate', 'dir/x.har', '--format=json'], { open });
    expect(found.lines.map(({ mid }) => mid)).toEqual(['a', 'b']);
    files.delete('dir/body.json');
    const { err, code } = await runCli(['validate', 'dir/x.har', '--format=json'], { open });
    expect(code).toBe(2);
    expect(err).toContain('The body of 1 request is in a file beside the HAR file that isn’t there.');
  });

  it.each([
    ['two HAR files', { 'a.har': strToU8(harText), 'b.har': strToU8(harText) }, /contains 2 HAR files\. Unpack it/],
    ['two other files', { 'a.json': strToU8(toJson(a)), 'b.json': strToU8(toJson(b)) }, /contains 2 files\. Unpack it/],
    ['a workbook of Excel', { '[Content_Types].xml': strToU8('<a/>'), 'xl/workbook.xml': strToU8('<a/>') }, /as CSV/],
    ['a table of LibreOffice', { mimetype: strToU8('a'), 'content.xml': strToU8('<a/>') }, /as CSV/],
    ['only folders', { 'd/': new Uint8Array() }, /contains no file/],
  ] as const)('an archive with %s is rejected', async (_, files, fault) => {
    const archive = zipSync(files);
    const { err, code } = await runOn(archive, ['validate']);
    expect([code, err]).toEqual([2, expect.stringMatching(fault)]);
    const { result } = await readFileContent(archive);
    const failure = result.ok ? null : result.failure;
    expect(failure?.reason === 'unreadable' && messageText(failure.message)).toMatch(fault);
  });

  it('nested archives are read up to three levels', async () => {
    const nested = (times: number): Uint8Array =>
      times === 0 ? strToU8(toJson(a)) : zipSync({ 'inner.zip': nested(times - 1) });
    for (const [times, isRead] of [
      [3, true],
      [4, false],
    ] as const) {
      const archive = nested(times);
      expect((await runOn(archive, ['validate', '--format=json'])).lines).toHaveLength(isRead ? 1 : 0);
      expect((await readFileContent(archive)).result.ok).toBe(isRead);
    }
  });

  it('a HAR file cannot refer to a file outside of its folder', async () => {
    const openedFiles: string[] = [];
    async function* open(file: string) {
      openedFiles.push(file);
      yield Buffer.from(toJson(har({ postData: { _file: '../secret.json' } }, { postData: { _file: '/etc/passwd' } })));
    }
    await runCli(['validate', 'dir/x.har'], { open });
    expect(openedFiles).toEqual(['dir/x.har']);
  });

  it('a body with Brotli compression is read in Node.js', async () => {
    const input = toJson(har(requestWith(base64(brotliCompressSync(toJson(batch))), 'br')));
    expect(await readMidsByValidate(input, 100)).toBe('a b');
  });

  it('a body that cannot be decompressed is reported', async () => {
    const input = toJson(har(requestWith(base64(gzipSync(toJson(batch)).subarray(0, 40)), 'gzip')));
    expect((await runValidate(input)).err).toContain('The body of 1 request is damaged.');
    const { result } = await readFileContent(input);
    expect(!result.ok && result.failure.reason === 'unreadable' && messageText(result.failure.message)).toBeTruthy();
  });

  it('a body that cannot be decompressed is reported for a HAR file in a later line, too', async () => {
    const input = `${toJson(c)}\n${toJson(har(requestWith(base64(gzipSync(toJson(batch)).subarray(0, 40)), 'gzip')))}\n`;
    expect((await runValidate(input)).err).toContain('The body of 1 request is damaged.');
  });

  it('a truncated event among the strings of a document is reported', async () => {
    const messages = [toJson(a), toJson(b).slice(0, 40), 'the field "eid": is missing', `sent ${toJson(c)}`];
    const input = toPrettyJson({ hits: messages.map((text) => ({ _source: { message: text } })) });
    const { lines } = await runOn(input, ['validate', '--format=json']);
    expect(lines.map(({ mid, findings }) => mid ?? findings[0]?.message)).toEqual([
      'a',
      expect.stringContaining('Expected a call'),
      'c',
    ]);
    expect((await runOn(input, ['convert', '-', '-', '--to=ndjson'])).err).toContain('Skipped 1 unreadable part');
    const { result } = await readFileContent(input);
    expect(result).toMatchObject({ value: { events: 2, warnings: [{ code: 'import.warning.skippedParts' }] } });
  });

  it('course progress with nested lists of events is not telemetry', async () => {
    const progress = { request: { userId: 'u', assessments: [{ attemptId: 'x', assessmentTs: 1, events: [a] }] } };
    for (const input of [progress, progress.request, { attemptId: 'x', events: [a] }]) {
      const { lines } = await runOn(toJson(input), ['validate', '--format=json']);
      expect(lines).toMatchObject([{ verdict: 'unknown', mid: null }]);
    }
  });
});
