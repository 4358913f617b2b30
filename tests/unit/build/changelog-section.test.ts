import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changelogSection } from '../../../build/changelog-section';

const changelog = `# Changelog

## [Unreleased]

## [1.1.0] - 2026-12-01

### Added

- One thing.

## [1.0.0] - 2026-11-30

### Fixed

- Another thing.

[1.1.0]: https://example.com/1.1.0
`;

it.each([
  ['1.1.0', '### Added\n\n- One thing.\n'],
  ['1.0.0', '### Fixed\n\n- Another thing.\n'],
])('the section of %s is what stands below its heading', (version, section) => {
  expect(changelogSection(changelog, version)).toBe(section);
});

it.each(['Unreleased', '1.0', '2.0.0'])('there is nothing to publish for %s', (version) => {
  expect(changelogSection(changelog, version)).toBeNull();
});

it('our own changelog has the section of the version that is to be published', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(changelogSection(readFileSync('CHANGELOG.md', 'utf8'), version)).toContain('### Added');
});
