import { readFileSync } from 'node:fs';
import { listProjectFiles } from './project-files';
import { findRefusedNames } from './refused-names';

/** Files that contain refused names: the rules and their tests. */
const RULE_FILES = /\brefused-names(?:\.test)?\.ts$/;

/** Prints each refused name with its location and advice. Fails if there is any. */
const sources = listProjectFiles().filter(
  (path) => /\.(?:tsx?|m?js|css|html|grit)$/.test(path) && !RULE_FILES.test(path),
);
const problems = sources.flatMap((path) =>
  findRefusedNames(path, readFileSync(path, 'utf8')).map(
    ({ line, name, advice }) => `${path}:${line} ${name}: ${advice}`,
  ),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
