import { type ReadonlySignal, signal } from '@preact/signals';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import { type Environment, permissionPattern, registryPattern } from '#core/identity/environment';
import type { OptionsDeps } from './options-deps';

/** Results of testing an environment, or `null` if it was not tested. */
export type Checks = readonly EnvironmentCheck[] | 'running' | null;

interface EnvironmentTest {
  readonly checks: ReadonlySignal<Checks>;
  /** Call directly in the click: browsers require a user gesture. */
  readonly run: (environment: Environment) => Promise<void>;
  /** Removes the results, and ignores those of a running test. */
  readonly reset: () => void;
}

export function createEnvironmentTest({
  requestPermission,
  checkEnvironment,
}: Pick<OptionsDeps, 'requestPermission' | 'checkEnvironment'>): EnvironmentTest {
  const checks = signal<Checks>(null);
  let currentRun = {};
  return {
    checks,
    async run(environment) {
      const patterns = [permissionPattern(environment), registryPattern(environment)];
      const permission = requestPermission(patterns.filter((pattern) => pattern !== null)).catch(() => false);
      const run = {};
      currentRun = run;
      checks.value = 'running';
      await permission;
      const results = await checkEnvironment(environment);
      if (currentRun === run) checks.value = results;
    },
    reset() {
      currentRun = {};
      checks.value = null;
    },
  };
}
