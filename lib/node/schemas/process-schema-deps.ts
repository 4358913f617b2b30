import { stat } from 'node:fs/promises';
import { isSchemaPath } from '#core/schemas/schema-archive';
import { readFileBytes } from '../bounded-file';
import { printMessage } from '../cli/output';
import { createPatternRunner } from './pattern-runner';
import { problemLines } from './schema-problem-lines';
import type { SchemaDeps } from './schema-sets';

/**
 * Reads schemas from files, and runs their patterns in a thread.
 * Reports slow patterns on standard error.
 */
export const processSchemaDeps: SchemaDeps = {
  readBytes: readFileBytes,
  async findSchemaFiles(folder) {
    const status = await stat(folder).catch(() => null);
    if (!status?.isDirectory()) return null;
    const { glob } = await import('tinyglobby');
    const files = await glob('**/*.json', { cwd: folder, ignore: ['**/node_modules/**'], caseSensitiveMatch: false });
    return files.filter(isSchemaPath).sort();
  },
  backtracking: {
    testByBacktracking: createPatternRunner(),
    onPatternIgnored(problem) {
      void printMessage({ stderr: process.stderr }, problemLines([problem]).join('\n'));
    },
  },
};
