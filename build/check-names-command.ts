import { readFileSync } from 'node:fs';
import { findBannedNames } from './banned-names';
import { listProjectFiles } from './project-files';

/** Files that contain banned names: the rules and their tests. */
const RULE_FILES = /\bbanned-names(?:\.test)?\.ts$/;

// Prints each banned name with its location and advice. Fails if there is any.
const sources = listProjectFiles().filter(
  (path) => /\.(?:tsx?|m?js|css|html|grit)$/.test(path) && !RULE_FILES.test(path),
);
const problems = sources.flatMap((path) =>
  findBannedNames(path, readFileSync(path, 'utf8')).map(
    ({ line, name, advice }) => `${path}:${line} ${name}: ${advice}`,
  ),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
