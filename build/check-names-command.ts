import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findRefusedNames } from './refused-names';

/** The rules and their tests name what they refuse. */
const RULE_FILES = /\brefused-names(?:\.test)?\.ts$/;

/** Prints each refused name with its place and advice. Fails if there is one. */
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const sources = paths
  .split('\n')
  .filter((path) => /\.(?:tsx?|m?js|css|html|grit)$/.test(path) && !RULE_FILES.test(path) && existsSync(path));
const problems = sources.flatMap((path) =>
  findRefusedNames(path, readFileSync(path, 'utf8')).map(
    ({ line, name, advice }) => `${path}:${line} ${name}: ${advice}`,
  ),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
