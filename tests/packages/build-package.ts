import { execFileSync } from 'node:child_process';
import { isBuilt } from '#tests/runner/builds';

/** Builds the package for npm once for all test files. */
export default function buildPackage(): void {
  if (!isBuilt) execFileSync('npm', ['run', '--silent', 'build:package']);
}
