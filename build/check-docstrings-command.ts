import { readFileSync } from 'node:fs';
import { listProjectFiles } from './project-files';
import { findUndocumentedExports, MAX_SUMMARY_CHARS } from './undocumented-exports';

// Prints exports of the core that another stratum imports, and that have no docstring or a long first line. Fails if
// there is any.
const paths = listProjectFiles().filter((path) => /\.tsx?$/.test(path));
const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const undocumented = findUndocumentedExports(sources);
const texts = {
  missing: 'has no docstring, but another stratum imports it.',
  long: `has a docstring whose first line is longer than ${MAX_SUMMARY_CHARS} characters.`,
} as const;
for (const { path, line, name, problem } of undocumented) {
  console.error(`${path}:${line} ${name} ${texts[problem]}`);
}
if (undocumented.length > 0) process.exitCode = 1;
