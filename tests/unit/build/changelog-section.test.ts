import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changelogSection } from '../../../build/changelog-section';

it('the changelog of the project has a section for the version to publish', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(changelogSection(readFileSync('CHANGELOG.md', 'utf8'), version)).toContain('### Added');
});
