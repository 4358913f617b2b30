import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = 'examples/test-frameworks';
const hasProgram = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const examples = [
  { program: 'curl', command: 'sh wait-for-event.sh' },
  { program: 'python3', command: 'python3 -m unittest test_telemetry' },
];

for (const { program, command } of examples) {
  const isThere = hasProgram(program);
  if (!isThere) console.warn(`Not run: ${command}. ${program} is not installed.`);

  it.runIf(isThere)(`the example “${command}” is green with serve --run`, { timeout: 300_000 }, () => {
    const serve = [
      'lib/node/cli/telemetry-v3.ts',
      'serve',
      '--no-config',
      '--run',
      `cd ${resolve(folder)} && ${command}`,
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ...serve], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect([status, stdout, stderr]).toEqual([0, expect.any(String), expect.stringContaining(' 0 invalid')]);
  });
}
