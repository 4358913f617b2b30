import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import config from '../../wxt.config';

it.each(['chrome', 'firefox'])('the privacy page lists the permissions of the manifest for %s', async (browser) => {
  const { manifest } = config;
  if (typeof manifest !== 'function') throw new Error('The manifest is not a function.');
  const env = { browser, command: 'build', manifestVersion: 3, mode: 'production' } as const;
  const { permissions = [], host_permissions = [] } = await manifest(env);
  const [, section = ''] = readFileSync('docs/privacy.md', 'utf8').split('## Permissions\n');
  const listedPermissions = [...section.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, cell]) => (cell ?? '').split(', '));
  expect(listedPermissions.map((name) => name.slice(1, -1)).sort()).toEqual(
    [...permissions, ...host_permissions].sort(),
  );
});
