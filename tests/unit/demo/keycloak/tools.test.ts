import { describe, expect, it } from 'vitest';
import { findRuntime, type RunTool } from '#demo/keycloak/tools';

const machine =
  (output: Record<string, string>): RunTool =>
  (command) =>
    output[command] ?? null;
const java = (version: string) => `openjdk version "${version}" 2025-04-15`;

describe('Keycloak is started', () => {
  it('Keycloak is started by Docker if its daemon responds', () => {
    expect(findRuntime(machine({ docker: 'Server', java: java('17.0.15'), mvn: 'Maven' }))).toEqual({
      ok: true,
      value: 'docker',
    });
  });

  it('Keycloak is started by Java and Maven if no daemon responds', () => {
    expect(findRuntime(machine({ java: java('17.0.15'), mvn: 'Maven' }))).toEqual({ ok: true, value: 'java' });
  });

  it.each([
    [{}, 'Java is not installed, and Maven is not installed'],
    [{ java: java('1.8.0_292'), mvn: 'Maven' }, 'Java is 8, not 17 or later'],
    [{ java: java('21.0.2') }, 'Maven is not installed'],
  ])('Keycloak is started not with %o: it says what is missing and what to install', (output, words) => {
    const way = findRuntime(machine(output));
    expect(way).toMatchObject({ ok: false, failure: expect.stringContaining(words) });
    expect(way).toMatchObject({
      failure: expect.stringContaining('Start Docker, or install a JDK of 17 or later and Maven'),
    });
  });
});
