import { execFileSync } from 'node:child_process';

/** Builds the package for npm once for all test files. */
export default function buildPackage(): void {
  execFileSync('npm', ['run', '--silent', 'build:package']);
}
