import { readFileSync } from 'node:fs';
import { listProjectFiles } from './project-files';
import { findUndocumentedExports } from './undocumented-exports';

/** Prints what other strata import from the core without a docstring. Fails if there is one. */
const paths = listProjectFiles().filter((path) => /\.tsx?$/.test(path));
const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const undocumented = findUndocumentedExports(sources);
for (const { path, line, name } of undocumented) {
  console.error(`${path}:${line} ${name} has no docstring, but another stratum imports it.`);
}
if (undocumented.length > 0) process.exitCode = 1;
