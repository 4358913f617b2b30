import { createReadStream } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '#core/formats/formats';
import { eventOf } from '../../core/telemetry/sample-events';
import { runCli, runOn } from './run-cli';

const har = 'tests/fixtures/requests.har';
const event = eventOf('log', { type: 'api', level: 'INFO', message: 'write to asha@school.example' });
const convert = (input: string | Uint8Array, ...args: string[]) => runOn(input, ['convert', ...args]);

const writeInto =
  (files: Map<string, string>) =>
  async (file: string, texts: AsyncIterable<string>): Promise<void> => {
    let all = '';
    for await (const text of texts) all += text;
    files.set(file, all);
  };

describe('conversion', () => {
  it.each(exportFormats)('convert writes $id, as selected by the file extension', async ({ id, extension }) => {
    const files = new Map<string, string>();
    const writeTexts = writeInto(files);
    const out = `x.${extension}`;
    const open = (file: string) => createReadStream(file);
    const { code, err } = await runCli(['convert', har, out], { open, writeTexts });
    expect([code, err]).toEqual([0, `Wrote 1 event to ${out}.\n`]);
    const { out: printed } = await runCli(['convert', har, '-', '--to', id], { open });
    expect(printed).toBe(files.get(out));
    expect(printed.length).toBeGreaterThan(10);
  });

  it('convert reports the name of a file that cannot be written', async () => {
    const writeTexts = async () => {
      throw Object.assign(new Error('no'), { code: 'ENOENT' });
    };
    const open = (file: string) => createReadStream(file);
    const { code, err } = await runCli(['convert', har, 'missing/x.har'], { open, writeTexts });
    expect([code, err]).toEqual([2, "Couldn't write missing/x.har: no such file.\n"]);
  });

  it.each([
    ['another spelling of its name', './x.ndjson', async () => null],
    ['a link to it', 'link.ndjson', async () => '1:2'],
  ])('convert leaves its input unread and unchanged if OUT is %s', async (_, out, identifyFile) => {
    const open = () => {
      throw new Error('read');
    };
    const { code, err } = await runCli(['convert', 'x.ndjson', out], { open, identifyFile });
    expect([code, err]).toEqual([2, `${out} is an input. Write to another file.\n`]);
  });

  it('convert reads its own output and compressed files', async () => {
    const { out: capture } = await convert(gzipSync(JSON.stringify(event)), '-', '-', '--to=capture');
    const { out: line } = await convert(capture, '-', '-', '--to=ndjson', '--secrets=keep');
    expect(JSON.parse(line)).toMatchObject({
      eid: 'LOG',
      edata: { message: expect.stringContaining('@redacted.invalid') },
    });
  });

  it('convert writes secrets only on request', async () => {
    const { out } = await convert(JSON.stringify(event), '-', '-', '--to=ndjson', '--secrets=keep');
    expect(JSON.parse(out)).toEqual(event);
  });

  it.each([
    ['a missing OUT argument', ['-'], 'convert needs IN and OUT. See --help.'],
    [
      'an unknown file extension',
      ['-', 'x.txt'],
      'Unknown file extension: x.txt. Supported: .telemetry.json (capture)',
    ],
    ['a missing format', ['-', '-'], 'Standard output needs --to FORMAT.'],
    [
      'an unknown format',
      ['-', '-', '--to=xml'],
      `--to must be one of ${exportFormats.map(({ id }) => id).join(', ')}; got "xml".`,
    ],
    [
      'an unknown value of --secrets',
      ['-', '-', '--to=csv', '--secrets=some'],
      '--secrets must be redact or keep; got "some".',
    ],
  ])('convert reports an error for %s', async (_, args, sentence) => {
    const { code, err } = await convert('', ...args);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });

  it.each([
    ['{"a":', "Couldn't read standard input: Line 1, column 6: Unexpected end"],
    ['{"log":{"version":"1.2","entries":[{}]}}', 'The 1 request in this HAR file contains no telemetry events.'],
    ['', 'The file contains no events.'],
  ])('convert reports why it cannot read %j', async (input, sentence) => {
    const { code, err } = await convert(input, '-', '-', '--to=csv');
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });

  const lines = (count: number) => `${JSON.stringify(event)}\n`.repeat(count);

  it('convert writes events without a request as synthetic requests, marked as such', async () => {
    const files = new Map<string, string>();
    const { code, err } = await runOn(lines(1_001), ['convert', '-', 'x.har'], {
      chunkBytes: 100_000,
      deps: { writeTexts: writeInto(files) },
    });
    expect([code, err]).toEqual([0, 'Wrote 1,001 events in 2 synthetic requests to x.har.\n']);
    const { entries } = JSON.parse(files.get('x.har') ?? '').log;
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      request: { url: 'https://collector.invalid/v1/telemetry' },
      comment: 'Synthetic request: the events come from a file, and no request carried them.',
      _telemetryV3: { synthetic: true },
    });
    const { out } = await runOn(files.get('x.har') ?? '', ['convert', '-', '-', '--to=ndjson'], {
      chunkBytes: 100_000,
    });
    expect(out.trim().split('\n')).toHaveLength(1_001);
    const { out: curl } = await convert(lines(1), '-', '-', '--to=curl');
    expect(curl).toContain('# Synthetic request: ');
  });

  it('convert reads synthetic requests as events from a file', async () => {
    const { out: archive } = await convert(lines(1), '-', '-', '--to=har');
    const { out: capture } = await convert(archive, '-', '-', '--to=capture');
    expect(JSON.parse(capture).records).toMatchObject([{ event: { observedIn: 'file' }, requests: [] }]);
  });

  it('convert rejects an export of requests if no event was sent', async () => {
    const { code, err, out } = await convert('{"method":"log","args":[]}', '-', '-', '--to=har');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('The file contains no requests with these events, so there is nothing to write.');
  });

  it('convert reports the calls that an export of requests omits, also on standard output', async () => {
    const { code, err } = await convert(`${lines(1)}{"method":"log","args":[]}\n`, '-', '-', '--to=har');
    expect([code, err]).toEqual([
      0,
      'Wrote 1 event (skipped 1 without a request) in 1 synthetic request to standard output.\n',
    ]);
  });

  it('convert skips an invalid line with a notice', async () => {
    const { code, err, out } = await convert(`${lines(1)}{"eid": }\n${lines(1)}`, '-', '-', '--to=ndjson');
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(2);
    expect(err).toContain('Skipped 1 unreadable part. Line 2, column 9: Expected a value; got }.');
  });

  it('convert writes events before it has read the whole input', async () => {
    const written: string[] = [];
    let isWrittenBeforeEnd = false;
    async function* open() {
      yield Buffer.from(lines(10));
      yield Buffer.from(lines(10));
      isWrittenBeforeEnd = written.length > 0;
      yield Buffer.from(lines(10));
    }
    const writeTexts = async (_: string, texts: AsyncIterable<string>) => {
      for await (const text of texts) written.push(text);
    };
    await runCli(['convert', '-', 'x.ndjson'], { open, writeTexts });
    expect(isWrittenBeforeEnd).toBe(true);
    expect(written.join('').trim().split('\n')).toHaveLength(30);
  });

  it('convert has no limit on the number of events', async () => {
    const { code, out } = await runOn('{"eid":"A"}\n'.repeat(200_001), ['convert', '-', '-', '--to=ndjson'], {
      chunkBytes: 1_000_000,
    });
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(200_001);
  });
});
