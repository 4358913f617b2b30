import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { stringAt } from '#core/json/json';
import { readBack } from '#tests/fixtures/exchange';
import { runCli, runOn } from './run-cli';

const eventOf = (mid: string) => ({ eid: 'LOG', ets: 1_700_000_000_000, ver: '3.0', mid, edata: { type: 'api' } });
const [a, b, c] = ['a', 'b', 'c'].map(eventOf);
const write = (value: unknown) => JSON.stringify(value);
const pretty = (value: unknown) => JSON.stringify(value, null, 2);
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
/** Quotes a cell of CSV (RFC 4180). */
const cells = (...values: readonly string[]) => values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
const posted = (postData: object, encoding?: string) => ({
  postData,
  headers: encoding === undefined ? [] : [{ name: 'Content-encoding', value: encoding }],
});
const base64 = (bytes: Buffer) => ({
  mimeType: 'application/json',
  text: bytes.toString('base64'),
  encoding: 'base64',
});
const withFile = har({ postData: { mimeType: 'application/json', _file: 'body.json' } });
const archive = zipSync({ 'har.har': strToU8(write(withFile)), 'body.json': strToU8(write(batch)) });
const harText = write(har({ postData: { text: write(batch) } }));
const postman = (body: object) => ({
  info: { name: 'x', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'folder', item: [{ name: 'one', request: { url: { raw: 'https://c.example' }, body } }] }],
});

const prefixed = (prefix: string, text: string) => text.replaceAll(/^/gm, prefix);
/** Escapes quotation marks, as in the string of a language or in a quoted argument. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const inMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
/** Writes a string of Java that is concatenated over several lines. */
const concatenated = (text: string) => `"${text.split('\n').map(escaped).join('\\n" +\n\t\t"')}"`;
/** Writes before each line a time that differs from those of other lines. */
const dated = (text: string) => {
  const time = (line: number) => new Date(Date.UTC(2026, 0, 5) + line * 4_321).toISOString();
  return text
    .split('\n')
    .map((line, index) => `${time(index)} INFO ${line}`)
    .join('\n');
};
const styled = (text: string) => `\u001b[0;34m${text}\u001b[0m`;
/** Escapes backslashes, line breaks and single quotes, but no quotation marks. */
const doubled = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
const inLines = (text: string) => text.split(/(?<=\n)/);
const quoted = { ...a, edata: { message: 'say "yes" & <b>, C:\\n' } };

/** Each input with the mids of its events. */
const inputs: readonly (readonly [name: string, input: string | Uint8Array, mids: string])[] = [
  ['notes between pretty JSON', `https://a.example\n\n${pretty([a, b])}\n\nafter {a} click\n${pretty(c)}\n`, 'a b c'],
  ['notes behind JSON', `${pretty([a])}\nafter a click, "quoted\n${pretty([b, c])}\n`, 'a b c'],
  ['notes with CRLF', `see [link](x)\n${pretty([a, b])}\n`.replaceAll('\n', '\r\n'), 'a b'],
  ['merged lines with byte order marks', `\ufeff${write(a)}\n\ufeff${write(b)}\n`, 'a b'],
  ['notes with a byte order mark', `\ufeffnotes\n${pretty(a)}\n`, 'a'],
  ['notes in UTF-16', utf16(`notes\n${pretty(a)}\n`), 'a'],
  ['notes in gzip', gzipSync(`notes\n${pretty(a)}\n`), 'a'],
  [
    'Markdown',
    `# Page\n\n\`\`\`json\n${pretty(a)}\n\`\`\`\n\n\`\`\`\n{"b": [1, 2]}\n\`\`\`\n- {x}\n~~~\n${pretty(b)}\n~~~\n`,
    'a b',
  ],
  ['comments', `Event:\n${pretty(a).replace('"LOG",', '"LOG", // kind, of {event}\n  /* one\n two */')}`, 'a'],
  ['a comment with the comma in it', `Event:\n${pretty(a).replace('"LOG",', '"LOG" // the kind,')}`, 'a'],
  [
    'comma-separated values with quoted cells',
    `"at","event"\n${cells('1', write(a))}\n${cells('2', write(b), '"x')}\n`,
    'a b',
  ],
  [
    'tab-separated values with quoted cells',
    `at\tevent\n1\t${cells(pretty(batch).replaceAll('\n', ' '))}\tlast\n`,
    'a b',
  ],
  [
    'cells with several lines',
    `at,note,event\n${cells('1', 'two\nlines', pretty(a))}\n${cells('2', '', pretty(b))}\n`,
    'a b',
  ],
  [
    'cells with several lines, with CRLF and tabs',
    `at\tevent\r\n${cells('1', pretty(a)).replace('","', '"\t"').replaceAll('\n', '\r\n')}\r\n2\t${cells(pretty(batch))}`,
    'a a b',
  ],
  ['a table of one column', `"event"\n${cells(write(a))}\n${cells(pretty(b))}\n`, 'a b'],
  ['a table without headings', `${cells(pretty(a), 'x')}\n${cells(pretty(b), 'y')}\n`, 'a b'],
  ['a table of one column without headings', `${cells(pretty(a))}\n${cells(pretty(b))}\n`, 'a b'],
  ['cells with text around JSON', `"at";"message"\n1;${cells(`Telemetry:\n${pretty(a)}\nsent, "${'x'}"`)}\n`, 'a'],
  [
    'a table with a quotation mark that is not closed',
    `at,note,event\n${cells('1', 'x', pretty(a))}\n2,"open\n3,,${cells(pretty(b))}\n${cells('4', '', write(c))}\n`,
    'a b c',
  ],
  ['console lines', `app.js:3 Telemetry: ${write(a)}\nTelemetry: ${write(b)} sent\n`, 'a b'],
  [
    'logfmt lines',
    `level=info msg=${write(`sent ${write(a)}`)} n=1\nlevel=info msg=${write(write(b))}\nlevel=info msg="x" {y}\n`,
    'a b',
  ],
  [
    'log lines with dates',
    `[2026-01-05 10:00:00,123] [INFO] {req} ${write(a)}\n2026-01-05T10:00:01Z INFO ${write(b)}`,
    'a b',
  ],
  ['a dump with key columns', `key-1\t${write(a)}\nkey-2\t${write(b)}\nnull\t${write(c)}\n`, 'a b c'],
  ['a dump with keys that are JSON', `{"k":1}\t${write(a)}\n{"k":2}\t${write(b)}\n`, 'a b'],
  ['a dump with quoted keys', `"k"\t${write(a)}\n"k"\t${write(batch)}\n`, 'a a b'],
  ['a list of texts', write([write(a), write(b)]), 'a b'],
  ['lines of texts', `${write(write(a))}\n${write(write(b))}\n`, 'a b'],
  ['a stored list of texts', write({ tList: [write(a), write(b)], n: 2 }), 'a b'],
  [
    'rows with the event as a text',
    `${write({ event_type: 'LOG', event: write(a) })}\n${write({ payload: write(b) })}\n`,
    'a b',
  ],
  [
    'rows in a list',
    pretty([
      { id: 1, event: write(a) },
      { id: 2, event: write(b) },
    ]),
    'a b',
  ],
  ['a row with columns of the event', write({ eid: 'LOG', mid: 'a', data: write(a) }), 'a'],
  ['a row with a batch as a text', write({ data: write(batch) }), 'a b'],
  ['log lines as JSON', `${write({ log: `Telemetry: ${write(a)}\n`, stream: 'stdout' })}\n`, 'a'],
  ['an event in a document of a search index', write({ _index: 't', _source: a }), 'a'],
  ['a form as a text', write({ body: `event=${encodeURIComponent(write(a))}` }), 'a'],
  ['Obsrv', write({ data: { id: 'x', events: [a, b] } }), 'a b'],
  ['one event of Obsrv', pretty({ data: { event: a } }), 'a'],
  ['Postman', write(postman({ mode: 'raw', raw: pretty(batch) })), 'a b'],
  [
    'Postman with comments and variables',
    write(
      postman({ mode: 'raw', raw: `// one\n${write({ events: [a], ets: 1 }).replace('"ets":1}', '"ets": {{now}}}')}` }),
    ),
    'a',
  ],
  ['Postman as its API has it', write({ collection: postman({ mode: 'raw', raw: write(batch) }) }), 'a b'],
  ['Postman with a form', write(postman({ mode: 'urlencoded', urlencoded: [{ key: 'event', value: write(a) }] })), 'a'],
  ['HAR in one line', write(har(posted({ text: write(batch) }))), 'a b'],
  ['HAR over lines', pretty(har(posted({ text: write(batch) }), posted({ text: write([c]) }))), 'a b c'],
  ['HAR with gzip', write(har(posted(base64(gzipSync(write(batch))), 'GZIP'))), 'a b'],
  ['HAR with gzip and no header', pretty(har(posted(base64(gzipSync(write(batch)))))), 'a b'],
  [
    'HAR with gzip as base64 that says nothing of it',
    write(har(posted({ text: gzipSync(write(a)).toString('base64') }))),
    'a',
  ],
  ['HAR with deflate', write(har(posted(base64(deflateSync(write(batch))), 'deflate'))), 'a b'],
  ['HAR with a body that was decompressed already', write(har(posted({ text: write(batch) }, 'br'))), 'a b'],
  ['HAR with a form of fields', write(har(posted({ params: [{ name: 'event', value: write(a) }] }))), 'a'],
  [
    'HAR with a form of fields that are encoded, as Chrome writes them',
    write(har(posted({ params: [{ name: 'event', value: encodeURIComponent(write(a)) }] }))),
    'a',
  ],
  ['HAR with a byte order mark in a body', write(har(posted({ text: `\ufeff${write(batch)}` }))), 'a b'],
  [
    'HAR without dates and status',
    write({ log: { entries: [{ request: { postData: { text: write(batch) } } }] } }),
    'a b',
  ],
  [
    'HAR with messages of a socket',
    write({
      log: {
        entries: [
          { ...har(posted({ text: write(a) })).log.entries[0], _webSocketMessages: [{ type: 'send', data: '{}' }] },
        ],
      },
    }),
    'a',
  ],
  ['HAR in an archive, with a body in a file', archive, 'a b'],
  ['HAR in an archive of macOS', zipSync({ '__MACOSX/d/._a.har': strToU8('x'), 'd/a.har': strToU8(harText) }), 'a b'],
  ['HAR with a byte order mark in an archive', zipSync({ 'a.har': strToU8(`\ufeff${harText}`) }), 'a b'],
  ['NDJSON that is alone in an archive', zipSync({ 'd/a.ndjson': strToU8(`${write(a)}\n${write(b)}\n`) }), 'a b'],
  ['gzip in an archive', zipSync({ 'a.gz': Uint8Array.from(gzipSync(write([a]))) }), 'a'],
  [
    'HAR with gzip in a later line',
    `${write(c)}\n${write(har(posted(base64(gzipSync(write(batch))), 'gzip')))}\n`,
    'c a b',
  ],
  [
    'HAR with gzip bodies, between lines of text',
    `notes\n${pretty(har(posted(base64(gzipSync(write(batch))), 'gzip')))}\nafter\n`,
    'a b',
  ],
  [
    'HAR with deflate in console lines',
    `app.js:3 ${write(har(posted(base64(deflateSync(write(a))), 'deflate')))}\n`,
    'a',
  ],
  ['a quote of Markdown', `The event:\n\n${prefixed('> ', pretty(a))}\n\nand\n>${prefixed('> ', pretty(b))}\n`, 'a b'],
  ['the added lines of a difference', `@@ -1 +1 @@\n${prefixed('+', pretty(a))}\n-x\n`, 'a'],
  ['log lines with the name of their container', prefixed('app_1  | ', `${pretty(a)}\n${write(b)}\n`), 'a b'],
  [
    'log lines with the name of their pod in brackets',
    prefixed('[pod/app-1/app] ', `${pretty(a)}\n${pretty([b])}\n`),
    'a b',
  ],
  [
    'comments of code',
    `/**\n${prefixed(' * ', pretty(a))}\n */\nf() {\n${prefixed('  // ', pretty(b))}\n}\n${prefixed('# ', pretty(c))}\n`,
    'a b c',
  ],
  ['a string of Scala with margins', `val a = """\n${prefixed('   |', pretty(a))}\n   |""".stripMargin\n`, 'a'],
  [
    'a string of Scala with margins behind its first line',
    `s"""${pretty(a).replaceAll('\n', '\n   |')}""".stripMargin\n`,
    'a',
  ],
  [
    'strings of Java that are concatenated',
    `class A {\n  String a = ${concatenated(pretty(quoted))};\n  f("{" +\n  x);\n  String b = ${concatenated(write(b))};\n}\n`,
    'a b',
  ],
  [
    'an argument of a command with line breaks',
    `curl -d "${pretty(a).replaceAll('"', '\\\\"')}" https://c.example\n`,
    'a',
  ],
  [
    'a dump of MySQL',
    `INSERT INTO t VALUES (1,'${escaped(write(quoted))}',NULL),(2,'${escaped(write(b))}',NULL);\n`,
    'a b',
  ],
  ['a message that is escaped twice', `INFO msg="${escaped(escaped(write(write(quoted))))}" ok\n`, 'a'],
  [
    'a test plan of JMeter',
    `<?xml version="1.0"?>\n<a>\n<b name="x">${inMarkup(pretty(quoted)).replaceAll('\n', '&#xd;\n')}</b>\n</a>\n`,
    'a',
  ],
  [
    'a test plan of JMeter with CRLF',
    `<a>\r\n<b>${inMarkup(pretty(a)).replaceAll('\n', '&#xd;\r\n')}</b>\r\n</a>\r\n`,
    'a',
  ],
  [
    'an access log of nginx',
    `::1 - - "POST /t HTTP/1.1" 200 "${write(batch).replaceAll('"', '\\x22')}" "-"\n::1 "GET /" "-"\n`,
    'a b',
  ],
  ['Markdown with escaped brackets', `* event\n\n${write({ ...a, tags: [] }).replaceAll('[', '\\[')}\n`, 'a'],
  ['a web page', `<pre>${inMarkup(pretty(a))}</pre>\n<p data-event="${inMarkup(write(quoted))}">x</p>\n`, 'a a'],
  [
    'a request that Chrome copied for the Windows command line',
    `curl ^"https://c.example^" ^\n  --data-raw ^"${escaped(write(batch)).replaceAll(/[^\w:,.]/g, '^$&')}^"\n`,
    'a b',
  ],
  ['a request that Chrome copied for PowerShell', `-Body "${write(batch).replaceAll('"', '`"')}"\n`, 'a b'],
  ['a batch of the learner service', write({ request: batch }), 'a b'],
  ['HAR with a batch of the learner service', write(har(posted({ text: write({ request: batch }) }))), 'a b'],
  [
    'log entries in a list with the name of a batch',
    pretty({ events: [a, b].map((event) => ({ timestamp: 1, message: write(event) })) }),
    'a b',
  ],
  ['records of a stream in base64', pretty({ Records: [a, b].map((event) => ({ data: btoa(write(event)) })) }), 'a b'],
  ['batches in a list', pretty({ name: 'x', data: [batch, batch] }), 'a b a b'],
  [
    'an example of an OpenAPI document',
    write({
      paths: { '/t': { post: { requestBody: { content: { json: { examples: { one: { value: batch } } } } } } } },
    }),
    'a b',
  ],
  ['log lines with times that differ', dated(`${pretty(batch)}\n${write(c)}`), 'a b c'],
  [
    'log lines with times in brackets that differ',
    dated(pretty(a))
      .replaceAll(/^(.*?) INFO/gm, '[$1] [main]')
      .replaceAll('\n', '\r\n'),
    'a',
  ],
  ['lines with the colors of a terminal', `\u001b[1m{\n  ${styled('"eid"')}: "LOG",\n${pretty(a).slice(17)}\n`, 'a'],
  [
    'lines that psql continues',
    `      jsonb_pretty\n-----------\n${pretty(a).replaceAll(/^(.*)\n/gm, ' $1    +\n')}\n(1 row)\n`,
    'a',
  ],
  [
    'a dump of PostgreSQL',
    `COPY t (event, n) FROM stdin;\n${doubled(write(quoted))}\t1\n${doubled(pretty(b))}\t2\n\\.\n`,
    'a b',
  ],
  [
    'a request that Chrome copied for a shell',
    `curl 'https://c.example' --data-raw $'${doubled(write({ ...batch, events: [quoted, { ...b, edata: { id: "it's" } }] }))}' \\\n`,
    'a b',
  ],
  [
    'a notebook of Jupyter',
    pretty({
      cells: [{ cell_type: 'code', source: inLines(pretty(a)), outputs: [{ text: inLines(pretty([b, c])) }] }],
    }),
    'a b c',
  ],
  ['a response with a list of events', write({ count: 2, results: [a, b] }), 'a b'],
  ['a page of a list of events', pretty({ responseCode: 'OK', result: { content: [a, b], size: 2 } }), 'a b'],
  ['a broken line', `${write(a)}\n{"eid": \n${write(b)}\n`, 'a b'],
  ['a broken item', `[\n${write(a)},\n{"eid": "LOG" "mid"},\n${write(b)}\n]`, 'a b'],
  ['items without a comma between them', `[\n${write(a)}\n${write(b)}\n${pretty(c)}\n]\n`, 'a b c'],
  ['a batch without commas', pretty(batch).replace('},\n    {', '}\n    {'), 'a b'],
  ['a list that ends early', `[\n${write(a)},\n${write(b)}\n`, 'a b'],
  ['a list with commas that nothing follows', `[\n${write(a)},,\n${write(b)},\n]`, 'a b'],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from(`${write(a)}\n`), Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from(write(b))]),
    'a b',
  ],
  ['a truncated last object', `notes\n${write(a)}\n${pretty(b)}\n${pretty(c).slice(0, 60)}`, 'a b'],
];

async function midsOfValidate(input: string | Uint8Array, chunkBytes: number): Promise<string> {
  const { lines } = await runOn(input, ['validate', '--format=json'], { chunkBytes });
  return lines.flatMap(({ mid }) => mid ?? []).join(' ');
}

async function midsOfConvert(input: string | Uint8Array): Promise<string> {
  const { out } = await runOn(input, ['convert', '-', '-', '--to=ndjson']);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).mid)
    .join(' ');
}

async function midsOfImport(input: string | Uint8Array): Promise<string> {
  const { records } = await readBack(input, { chunk: 1_000_000 });
  return records.map(({ event }) => stringAt(event?.json, ['mid'])).join(' ');
}

it.each(inputs)('validate, convert and Import read the same events from %s', async (_, input, mids) => {
  for (const chunkBytes of [7, 1_000_000]) expect(await midsOfValidate(input, chunkBytes)).toBe(mids);
  expect(await midsOfConvert(input)).toBe(mids);
  expect(await midsOfImport(input)).toBe(mids);
});

describe('unreadable input', () => {
  const errorsOf = async (input: string | Uint8Array) => {
    const { lines, err, code } = await runOn(input, ['validate', '--format=json']);
    const faults = lines.flatMap(({ line, findings }) =>
      findings.filter(({ ruleSet }) => ruleSet === 'format').map((finding) => [line, finding.code]),
    );
    return { faults, err, code };
  };

  it('validate reports all text around JSON in one notice, without findings', async () => {
    const text = 'a line\n'.repeat(1_000);
    const { faults, err, code } = await errorsOf(`${text}${write(a)}\n${text}`);
    expect(faults).toEqual([]);
    expect(err).toBe('Skipped 2,000 lines of text, the first of them line 1.\n');
    expect(code).toBe(1);
  });

  it('validate and Import do not count a line with an event as a line of text', async () => {
    const console = `app.js:3 Telemetry: ${write(a)} sent\nx\n${prefixed('1s ', pretty(b))} {"n": "eid"}\ny\n`;
    const table = `n,note,event,params\n${cells('1', 'two\nlines', pretty(a), write({ field: 'eid' }))}\n`;
    for (const [input, sentence] of [
      [console, 'Skipped 2 lines of text, the first of them line 2.'],
      [table, 'Skipped 1 line of text, line 1.'],
      [`x ${write(a)}\n`, ''],
    ] as const) {
      expect((await errorsOf(input)).err.trim()).toBe(sentence);
      const { result } = await readBack(input);
      expect(result.ok && result.value.warnings.map((warning) => messageText(warning)).join()).toBe(sentence);
    }
  });

  it('validate has no remarks on a batch for log entries in a list with the name of a batch', async () => {
    const entries = [a, b].map((event) => ({ timestamp: 1, message: write(event) }));
    const { faults, err } = await errorsOf(pretty({ events: entries }));
    expect([faults, err]).toEqual([[], '']);
    expect((await errorsOf(pretty({ events: [a] }))).err).toContain('Batch: id is required');
  });

  it('validate has a finding for each later line that is not JSON, if the first line is JSON', async () => {
    const { faults, err } = await errorsOf(`\n${write(a)}\nhello\n\n${write(b)} x\nhello\n`);
    expect(faults).toEqual([
      [3, 'not-json'],
      [5, 'not-json'],
      [6, 'not-json'],
    ]);
    expect(err).toBe('');
  });

  it('validate exits with 2 for a text without an event', async () => {
    const { faults, err, code } = await errorsOf('# Notes\n\nSee {"name": "package"} and {this}.\n');
    expect([faults, code]).toEqual([[], 2]);
    expect(err).toBe('Skipped 2 lines of text, the first of them line 1.\nNo events or calls found.\n');
  });

  it('validate has a finding for each invalid event in a text, at the position of the event', async () => {
    const broken = pretty(b).replace('"ver": "3.0"', '"ver": 3.0.1');
    const { faults } = await errorsOf(`notes\n${pretty(a)}\n\n${broken}\n${pretty(c)}\n "eid": "LOG",\n`);
    const line = `notes\n${pretty(a)}\n\n`.split('\n').length + 3;
    expect(faults).toEqual([
      [line, 'not-json'],
      [expect.any(Number), 'not-json'],
    ]);
  });

  it('validate reports an event in a table at the first line of its row, and a finding for an unclosed quotation mark', async () => {
    const row = cells('1', 'a note\nof two lines', pretty(a));
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
    const messagesOf = async (text: string) =>
      (await runOn(text, ['validate', '--format=json'])).lines.flatMap(({ line, findings }) =>
        findings.filter(({ ruleSet }) => ruleSet === 'format').map(({ message }) => `${line}: ${message}`),
      );
    expect(await messagesOf(`[\n${write(a)}\n  ${write(b)}\n]\n`)).toEqual([
      '3: Column 3: Expected a comma or a closing bracket; got {.',
    ]);
    expect(await messagesOf('[\n{"eid":"LOG"},,\n{"eid":"LOG"},\n]\n')).toEqual([
      '2: Column 15: Expected a value; got ,.',
      '4: Column 1: Trailing comma before ]. Remove it.',
    ]);
    expect(await messagesOf(`[\n${write(a)},\n${write(b)}\n`)).toEqual([
      expect.stringContaining('4: Column 1: Unexpected end'),
    ]);
  });

  it('validate ignores unclosed quotation marks in other text', async () => {
    const { faults } = await errorsOf(`See, "this\n${pretty(a)}\nand, "that\n${pretty(b)}\n`);
    expect(faults).toEqual([]);
  });

  it('validate has a finding for a line with invalid UTF-8, in JSON lines and in a document', async () => {
    const bad = Buffer.from([0xff]);
    const lines = Buffer.concat([Buffer.from(`${write(a)}\n{"eid":"LOG","mid":"`), bad, Buffer.from('"}\n')]);
    expect((await errorsOf(lines)).faults).toEqual([[2, 'not-utf8']]);
    const document = Buffer.concat([Buffer.from('[\n{"eid":"LOG",\n"mid":"'), bad, Buffer.from('"}\n]\n')]);
    expect((await errorsOf(document)).faults).toEqual([[3, 'not-utf8']]);
  });

  it('validate shows the entry and URL of a HAR file with each finding', async () => {
    const { lines } = await runOn(write(har(posted({}), posted({ text: write(batch) }))), [
      'validate',
      '--format=json',
    ]);
    expect(lines).toMatchObject([
      { request: { entry: 2, url: 'https://c.example/t?1' }, mid: 'a' },
      { request: { entry: 2, url: 'https://c.example/t?1' }, mid: 'b' },
    ]);
    const { out } = await runOn(write(har(posted({ text: write(a) }))), ['validate', '--format=pretty']);
    expect(out).toContain('request 1, https://c.example/t?0  LOG  a');
  });

  it('a body in a file next to a HAR file is read, and a missing file is reported', async () => {
    const files = new Map([
      ['dir/x.har', write(withFile)],
      ['dir/body.json', write(batch)],
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
    ['two other files', { 'a.json': strToU8(write(a)), 'b.json': strToU8(write(b)) }, /contains 2 files\. Unpack it/],
    ['a workbook of Excel', { '[Content_Types].xml': strToU8('<a/>'), 'xl/workbook.xml': strToU8('<a/>') }, /as CSV/],
    ['a table of LibreOffice', { mimetype: strToU8('a'), 'content.xml': strToU8('<a/>') }, /as CSV/],
    ['only folders', { 'd/': new Uint8Array() }, /contains no file/],
  ] as const)('an archive with %s is rejected', async (_, files, fault) => {
    const archive = zipSync(files);
    const { err, code } = await runOn(archive, ['validate']);
    expect([code, err]).toEqual([2, expect.stringMatching(fault)]);
    const { result } = await readBack(archive);
    const failure = result.ok ? null : result.failure;
    expect(failure?.reason === 'unreadable' && messageText(failure.message)).toMatch(fault);
  });

  it('nested archives are read up to three levels', async () => {
    const nested = (times: number): Uint8Array =>
      times === 0 ? strToU8(write(a)) : zipSync({ 'inner.zip': nested(times - 1) });
    for (const [times, isRead] of [
      [3, true],
      [4, false],
    ] as const) {
      const archive = nested(times);
      expect((await runOn(archive, ['validate', '--format=json'])).lines).toHaveLength(isRead ? 1 : 0);
      expect((await readBack(archive)).result.ok).toBe(isRead);
    }
  });

  it('a HAR file cannot refer to a file outside of its folder', async () => {
    const openedFiles: string[] = [];
    async function* open(file: string) {
      openedFiles.push(file);
      yield Buffer.from(write(har({ postData: { _file: '../secret.json' } }, { postData: { _file: '/etc/passwd' } })));
    }
    await runCli(['validate', 'dir/x.har'], { open });
    expect(openedFiles).toEqual(['dir/x.har']);
  });

  it('a body with Brotli compression is read in Node.js', async () => {
    const input = write(har(posted(base64(brotliCompressSync(write(batch))), 'br')));
    expect(await midsOfValidate(input, 100)).toBe('a b');
  });

  it('a body that cannot be decompressed is reported', async () => {
    const input = write(har(posted(base64(gzipSync(write(batch)).subarray(0, 40)), 'gzip')));
    expect((await errorsOf(input)).err).toContain('The body of 1 request is damaged.');
    const { result } = await readBack(input);
    expect(!result.ok && result.failure.reason === 'unreadable' && messageText(result.failure.message)).toBeTruthy();
  });

  it('a body that cannot be decompressed is reported for a HAR file in a later line, too', async () => {
    const input = `${write(c)}\n${write(har(posted(base64(gzipSync(write(batch)).subarray(0, 40)), 'gzip')))}\n`;
    expect((await errorsOf(input)).err).toContain('The body of 1 request is damaged.');
  });

  it('a truncated event among the strings of a document is reported', async () => {
    const messages = [write(a), write(b).slice(0, 40), 'the field "eid": is missing', `sent ${write(c)}`];
    const input = pretty({ hits: messages.map((text) => ({ _source: { message: text } })) });
    const { lines } = await runOn(input, ['validate', '--format=json']);
    expect(lines.map(({ mid, findings }) => mid ?? findings[0]?.message)).toEqual([
      'a',
      expect.stringContaining('Expected a call'),
      'c',
    ]);
    expect((await runOn(input, ['convert', '-', '-', '--to=ndjson'])).err).toContain('Skipped 1 unreadable part');
    const { result } = await readBack(input);
    expect(result).toMatchObject({ value: { events: 2, warnings: [{ code: 'import.warning.skippedParts' }] } });
  });

  it('course progress with nested lists of events is not telemetry', async () => {
    const progress = { request: { userId: 'u', assessments: [{ attemptId: 'x', assessmentTs: 1, events: [a] }] } };
    for (const input of [progress, progress.request, { attemptId: 'x', events: [a] }]) {
      const { lines } = await runOn(write(input), ['validate', '--format=json']);
      expect(lines).toMatchObject([{ verdict: 'unknown', mid: null }]);
    }
  });
});
