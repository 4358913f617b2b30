import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changelogSection } from '../../../build/changelog-section';

it('our own changelog has the section of the version that is to be published', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(changelogSection(readFileSync('CHANGELOG.md', 'utf8'), version)).toContain('### Added');
});
