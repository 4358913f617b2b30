import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEFAULT_PORT, DEFAULT_UI_PORT } from '#node/cli/serve/serve-options';

const dockerfile = readFileSync('examples/docker/Dockerfile', 'utf8');
const { services } = parse(readFileSync('examples/docker/compose.yml', 'utf8'));

it('the Docker example has a Dockerfile without lint problems, for the ports of serve', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  expect(validate('FROM node\nEXPOSED 1\n')).not.toEqual([]);
  expect(dockerfile).toContain(`\nEXPOSE ${DEFAULT_PORT} ${DEFAULT_UI_PORT}\n`);
});

it('the Docker example exposes the collector to other machines, and the panel to localhost only', () => {
  expect(services).toEqual({
    telemetry: {
      build: '.',
      ports: [`${DEFAULT_PORT}:${DEFAULT_PORT}`, `127.0.0.1:${DEFAULT_UI_PORT}:${DEFAULT_UI_PORT}`],
      restart: 'unless-stopped',
    },
  });
});
