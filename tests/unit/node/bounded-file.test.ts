import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FileTooLarge, readFileBytes, readTextFile } from '#node/bounded-file';
import { fileFailure } from '#node/cli/read-failure';
import { itUnless } from '#tests/drivers/it-unless';

/** Reads endlessly, and has the size 0. */
const ENDLESS = '/dev/zero';
const failureOf = (reading: Promise<unknown>) => reading.then(() => null, fileFailure);

function writeTemporaryFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'read-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'file.json');
  writeFileSync(file, text);
  return file;
}

it('a file is read up to its limit, and a text keeps its byte order mark', async () => {
  const file = writeTemporaryFile('\ufeff{"a":"जल"}');
  expect(await readTextFile(file)).toBe('\ufeff{"a":"जल"}');
  const bytes = await readFileBytes(file, 17);
  expect(bytes.length).toBe(17);
  await expect(readFileBytes(file, 16)).rejects.toBeInstanceOf(FileTooLarge);
});

const missing = existsSync(ENDLESS) ? null : `there is no ${ENDLESS}`;

itUnless(missing, 'an endless device is too large, and a folder is no file', async () => {
  expect(await failureOf(readTextFile(ENDLESS))).toBe('it is larger than 64 MB');
  expect(await failureOf(readFileBytes(ENDLESS, 3_000_000))).toBe('it is larger than 3 MB');
  expect(await failureOf(readTextFile(tmpdir()))).toBe('it is a directory');
});
