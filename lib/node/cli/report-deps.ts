import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import type { ReportDeps } from './cli-deps';
import { writeFileSafely } from './write-file';

/** What writing reports needs, of the process itself. Shared by the command line and the reporter of Playwright. */
export const processReportDeps: ReportDeps = {
  readText: (file) => readFile(file, 'utf8'),
  writeText: writeFileSafely,
  appendText: (file, text) => appendFile(file, text),
  exists: existsSync,
  env: process.env,
  stderr: process.stderr,
};
