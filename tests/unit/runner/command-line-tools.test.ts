import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { missingPackages, missingToolsReason } from '#tests/runner/command-line-tools';

const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-tools-'));
writeFileSync(join(folder, 'curl'), '');
chmodSync(join(folder, 'curl'), 0o755);
writeFileSync(join(folder, 'xdotool'), '');
afterAll(() => rmSync(folder, { recursive: true }));

test('a missing program is named with its Debian package', () => {
  const env = { PATH: `/nowhere:${folder}` };
  expect(missingToolsReason(['curl'], env)).toBeNull();
  expect(missingToolsReason(['curl', 'Xvfb', 'xdotool'], env)).toBe(
    "Xvfb and xdotool aren't installed (Debian: apt-get install xvfb xdotool)",
  );
  expect(missingToolsReason(['curl'], {})).toBe("curl isn't installed (Debian: apt-get install curl)");
  expect(missingPackages(['curl', 'Xvfb', 'xdotool'], env)).toEqual(['xvfb', 'xdotool']);
});
