import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import config from '../../wxt.config';

const MAX_SUMMARY_CHARACTERS = 132;
const listing = readFileSync('docs/store/listing.md', 'utf8');

/** The first text block below a heading, which is copied into the form of a store. */
function blockOf(heading: string): string {
  const [, below = ''] = listing.split(`\n## ${heading}\n`);
  return /```text\n([\s\S]*?)\n```/.exec(below)?.[1] ?? '';
}

it('name and summary match the manifest, and the summary is short enough for the stores', () => {
  const { manifest } = parse(readFileSync('locales/en.yml', 'utf8'));
  expect(blockOf('Name')).toBe(manifest.name);
  expect(blockOf('Summary')).toBe(manifest.description);
  expect(blockOf('Summary').length).toBeLessThanOrEqual(MAX_SUMMARY_CHARACTERS);
});

it('each permission of the manifest has a justification', async () => {
  const { manifest } = config;
  if (typeof manifest !== 'function') throw new Error('The manifest is not a function.');
  const env = { browser: 'chrome', command: 'build', manifestVersion: 3, mode: 'production' } as const;
  const { permissions = [], host_permissions = [] } = await manifest(env);
  const headings = [...listing.matchAll(/^### (`.+`)$/gm)].flatMap(([, heading]) => (heading ?? '').split(', '));
  expect(headings.map((name) => name.slice(1, -1)).sort()).toEqual([...permissions, ...host_permissions].sort());
});
