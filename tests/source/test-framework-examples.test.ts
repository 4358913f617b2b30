import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { itUnless } from '#tests/drivers/it-unless';

const folder = 'examples/test-frameworks';
const hasProgram = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const examples = [
  { program: 'curl', command: 'sh wait-for-event.sh' },
  { program: 'python3', command: 'python3 -m unittest test_telemetry' },
];

for (const { program, command } of examples) {
  const reason = hasProgram(program) ? null : `${program} is not installed`;

  itUnless(reason, `the example “${command}” passes with serve --run`, () => {
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

it('the example for Cypress compiles with its own declarations of Cypress types', () => {
  const files = ['telemetry.cy.ts', 'cypress-subset.d.ts'].map((file) => `${folder}/${file}`);
  const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--lib', 'ES2022,DOM', '--module', 'nodenext'];
  const compiler = 'node_modules/typescript/bin/tsc';
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...files], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});
