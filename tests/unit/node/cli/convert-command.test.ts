import { createReadStream } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exportFormats, formatFiles } from '#core/formats/formats';
import { eventOf } from '../../core/telemetry/sentences';
import { runCli, runOn } from './run-cli';

const har = 'tests/fixtures/today/requests.har';
const event = eventOf('log', { type: 'api', level: 'INFO', message: 'write to asha@school.example' });
const convert = (input: string | Uint8Array, ...args: string[]) => runOn(input, ['convert', ...args]);

describe('convert', () => {
  it.each(exportFormats)('writes %s, as the ending says', async (format) => {
    const files = new Map<string, string>();
    const writeText = async (file: string, texts: Iterable<string>) => void files.set(file, [...texts].join(''));
    const out = `x.${formatFiles[format].extension}`;
    const open = (file: string) => createReadStream(file);
    const { code, err } = await runCli(['convert', har, out], { open, writeText });
    expect([code, err]).toEqual([0, `Wrote 1 event to ${out}.\n`]);
    const { out: printed } = await runCli(['convert', har, '-', '--to', format], { open });
    expect(printed).toBe(files.get(out));
    expect(printed.length).toBeGreaterThan(10);
  });

  it('reads what it wrote, and packed files', async () => {
    const { out: capture } = await convert(gzipSync(JSON.stringify(event)), '-', '-', '--to=session');
    const { out: line } = await convert(capture, '-', '-', '--to=ndjson', '--secrets=keep');
    expect(JSON.parse(line)).toMatchObject({
      eid: 'LOG',
      edata: { message: expect.stringContaining('@masked.invalid') },
    });
  });

  it('keeps secrets only on request', async () => {
    const { out } = await convert(JSON.stringify(event), '-', '-', '--to=ndjson', '--secrets=keep');
    expect(JSON.parse(out)).toEqual(event);
  });

  it.each([
    ['no OUT', ['-'], 'convert needs IN and OUT. See --help.'],
    ['an unknown ending', ['-', 'x.txt'], 'Unknown ending of x.txt. Endings: .telemetry.json (session)'],
    ['no format', ['-', '-'], 'Standard output needs --to FORMAT.'],
    [
      'an unknown format',
      ['-', '-', '--to=xml'],
      '--to must be one of session, ndjson, csv, har, curl, sdk; got "xml".',
    ],
    ['another word', ['-', '-', '--to=csv', '--secrets=some'], '--secrets must be redact or keep; got "some".'],
  ])('says in a sentence that there is %s', async (_, args, sentence) => {
    const { code, err } = await convert('', ...args);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });

  it.each([
    ['{"a":', "Couldn't read standard input: Line 1, column 6: Unexpected end"],
    ['{"log":{"version":"1.2","entries":[{}]}}', 'The 1 request in this HAR file contains no telemetry events.'],
    ['', 'The file contains no events.'],
  ])('says in a sentence why it cannot read %j', async (input, sentence) => {
    const { code, err } = await convert(input, '-', '-', '--to=csv');
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });
});
