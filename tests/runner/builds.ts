import { execFileSync } from 'node:child_process';
import type { Step } from './step';

/** Any other value, of the machine that the tests run on, compiles JSX for development. */
const PRODUCTION: NodeJS.ProcessEnv = { NODE_ENV: 'production' };

export const buildForChromium: Step = {
  name: 'Build for Chromium',
  command: ['npm', 'run', '--silent', 'build'],
  env: PRODUCTION,
};

export const buildForFirefox: Step = {
  name: 'Build for Firefox',
  command: ['npm', 'run', '--silent', 'build:firefox'],
  env: PRODUCTION,
};

/** End-to-end tests install the package too: they run exported tests. */
export const buildForNpm: Step = {
  name: 'Build for npm',
  command: ['npm', 'run', '--silent', 'build:package'],
};

/** For a step whose builds have been made: it builds nothing again, and pulls no files away from a step beside it. */
export const BUILT: NodeJS.ProcessEnv = { TELEMETRY_V3_IS_BUILT: 'true' };

/** Whether the builds for Chromium, Firefox and npm are those of this commit. */
export const isBuilt = process.env.TELEMETRY_V3_IS_BUILT === 'true';

/** Builds the package for npm, unless it is built. */
export function ensurePackage(): void {
  if (!isBuilt) execFileSync('npm', ['run', '--silent', 'build:package'], { stdio: 'inherit' });
}
