import { execFileSync } from 'node:child_process';
import type { Step } from './step';

/** Environment of builds. Any other inherited NODE_ENV would compile JSX for development. */
const PRODUCTION_ENV: NodeJS.ProcessEnv = { NODE_ENV: 'production' };

export const buildForChromium: Step = {
  name: 'Build for Chromium',
  command: ['npm', 'run', '--silent', 'build'],
  env: PRODUCTION_ENV,
};

export const buildForFirefox: Step = {
  name: 'Build for Firefox',
  command: ['npm', 'run', '--silent', 'build:firefox'],
  env: PRODUCTION_ENV,
};

/** Build of the npm package, which end-to-end tests install to run exported tests. */
export const buildForNpm: Step = {
  name: 'Build for npm',
  command: ['npm', 'run', '--silent', 'build:package'],
};

/**
 * Environment of a step that uses existing builds.
 * Such a step builds nothing, and does not remove files that a parallel step uses.
 */
export const BUILT_ENV: NodeJS.ProcessEnv = { TELEMETRY_V3_IS_BUILT: 'true' };

/** Whether the builds for Chromium, Firefox and npm are up to date. */
export const isBuilt = process.env.TELEMETRY_V3_IS_BUILT === 'true';

/** Builds the npm package, unless the builds are up to date. */
export function ensurePackage(): void {
  if (!isBuilt) execFileSync('npm', ['run', '--silent', 'build:package'], { stdio: 'inherit' });
}
