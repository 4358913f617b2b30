import { gzipSync, strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { HarBodies } from '#core/formats/read/har-bodies';
import { readInputArchive } from '#core/formats/read/input-archive';
import { readSchemaBytes } from '#core/schemas/schema-archive';
import { decompressByStream } from '#core/wire/decode-body';
import { measureGrowth } from '#tests/fixtures/growth';

const createContents = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`body-${index}.json`, strToU8('{}')]));

/** Creates a zip file that declares 4,294,967,295 entries (PKWARE APPNOTE.TXT, section 4.3.14) and has none. */
function zipWithDeclaredEntries(): Uint8Array {
  const zip = new Uint8Array(200);
  const view = new DataView(zip.buffer);
  const [end64, locator, end] = [102, 158, 178];
  // A file begins with a local header, from which its format is detected.
  view.setUint32(0, 0x04034b50, true);
  view.setUint32(end64, 0x06064b50, true);
  view.setUint32(end64 + 32, 0xffffffff, true);
  view.setUint32(locator, 0x07064b50, true);
  view.setUint32(locator + 8, end64, true);
  view.setUint32(end, 0x06054b50, true);
  view.setUint16(end + 8, 0xffff, true);
  return zip;
}

describe('archives', () => {
  it('files beside a HAR file in an archive are read in linear time', () => {
    const zipOf = (count: number) => ({
      names: Object.keys(createContents(count)),
      zip: zipSync({ 'a.har': strToU8('{}'), ...createContents(count) }, { level: 0 }),
    });
    const readAll = ({ names, zip }: ReturnType<typeof zipOf>) => {
      const archive = readInputArchive(zip);
      return names.map((name) => archive.ok && archive.value.readAttachment(name));
    };
    expect(readAll(zipOf(2)).map((bytes) => bytes && strFromU8(bytes))).toEqual(['{}', '{}']);
    expect(measureGrowth(zipOf, readAll, 500)).toBeLessThan(8);
  });

  it('an archive that declares more entries than it has is rejected at once', () => {
    const archive = readInputArchive(zipWithDeclaredEntries());
    expect(archive.ok ? null : messageText(archive.failure)).toMatch(/damaged/);
    const { files, problems } = readSchemaBytes('a.zip', zipWithDeclaredEntries());
    expect([files, problems.map(({ code }) => code)]).toEqual([[], ['damagedArchive']]);
  });

  it.each([0, 6] as const)(
    'an archive with a changed byte in its data is rejected, at compression level %i',
    (level) => {
      const text = Array.from({ length: 20 }, (_, index) => `{"eid":"LOG","mid":"${index * 7}"}`).join('\n');
      const zip = zipSync({ 'a.ndjson': strToU8(text) }, { level });
      const from = 30 + 'a.ndjson'.length;
      const packedBytes = new DataView(zip.buffer).getUint32(18, true);
      const readTexts = new Set<string>();
      for (let at = from; at < from + packedBytes; at += 1) {
        const archive = readInputArchive(zip.map((byte, index) => (index === at ? byte ^ 1 : byte)));
        readTexts.add(archive.ok ? strFromU8(archive.value.file) : messageText(archive.failure));
      }
      readTexts.delete(text);
      expect([...readTexts]).toEqual([expect.stringMatching(/damaged/)]);
    },
  );

  it('an archive that declares a smaller size of its file is rejected, and none of the file is dropped silently', () => {
    const zip = zipSync({ 'a.ndjson': strToU8('{"eid":"LOG"}\n{"eid":"LOG"}') });
    const header = zip.length - 22 - 46 - 'a.ndjson'.length;
    new DataView(zip.buffer).setUint32(header + 24, 14, true);
    expect(readInputArchive(zip)).toMatchObject({ ok: false, failure: { code: 'import.fault.damagedArchive' } });
  });

  it('a file of an archive in the format zip64 is read', () => {
    const zip = zip64Of('a.har', '{"log":{}}');
    const archive = readInputArchive(zip);
    expect(archive.ok && strFromU8(archive.value.file)).toBe('{"log":{}}');
  });
});

/** Writes an archive with one file, whose sizes are in the zip64 extra field (section 4.5.3). */
function zip64Of(name: string, text: string): Uint8Array {
  const zip = zipSync({ [name]: strToU8(text) }, { level: 0 });
  const header = zip.length - 22 - 46 - name.length;
  const view = new DataView(zip.buffer);
  const extra = new Uint8Array(20);
  const extraView = new DataView(extra.buffer);
  extraView.setUint16(0, 1, true);
  extraView.setUint16(2, 16, true);
  for (const at of [4, 12]) extraView.setUint32(at, text.length, true);
  for (const at of [20, 24]) view.setUint32(header + at, 0xffffffff, true);
  view.setUint16(header + 30, extra.length, true);
  const end64 = new Uint8Array(56 + 20);
  const endView = new DataView(end64.buffer);
  endView.setUint32(0, 0x06064b50, true);
  endView.setUint32(32, 1, true);
  endView.setUint32(48, header, true);
  endView.setUint32(56, 0x07064b50, true);
  endView.setUint32(56 + 8, zip.length - 22 + extra.length, true);
  return Uint8Array.from([...zip.slice(0, -22), ...extra, ...end64, ...zip.slice(-22)]);
}

describe('bodies of a HAR file', () => {
  const entry = (postData: object) => ({
    type: 'item' as const,
    path: 'log.entries',
    text: JSON.stringify({ request: { method: 'POST', url: 'http://localhost/', headers: [], postData } }),
  });
  const bomb = gzipSync(new Uint8Array(100_000));
  const inlineEntry = entry({ text: btoa(String.fromCharCode(...bomb)), encoding: 'base64' });
  const attachedEntry = entry({ _file: 'a.json' });

  it.each([
    ['the same file beside it', attachedEntry, bomb],
    ['compressed data', inlineEntry, bomb],
    ['damaged compressed data', attachedEntry, bomb.with(-8, 7)],
  ])('many entries with %s are decoded up to the limit of all bodies', async (_, part, bytes) => {
    let reads = 0;
    let decompressions = 0;
    const bodies = new HarBodies(
      {
        readAttachment: async () => {
          reads += 1;
          return bytes;
        },
        decompress: (packed, compression) => {
          decompressions += 1;
          return decompressByStream(packed, compression);
        },
      },
      250_000,
    );
    await bodies.decode(Array.from({ length: 50 }, () => part as never));
    expect(decompressions).toBe(3);
    expect(reads).toBeLessThanOrEqual(3);
    expect(bodies.warnings().map(messageText)).toContain('The bodies of 47 requests are too large.');
  });
});
