import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';

/** Folders with code that prints texts of events, files and pages. */
const SOURCES = ['lib/node/**/*.ts', 'demo/**/*.ts', 'tests/runner/**/*.ts', 'tests/keycloak/**/*.ts'];

/** Matches code that writes to a terminal or a log, directly or with lines that another file escaped. */
const WRITES = /\bconsole\.\w+\(|(?<!await |ws\.)\b#?std(?:out|err)\.write\(|#stream\.write\(|\.safe(?:Text|Bytes)\(/;
const ESCAPES = /escapeCiCommands\(/;

/** Files that write, each with the reason why its output is safe. */
const WRITERS: Readonly<Record<string, string>> = {
  'lib/node/cli/output.ts': 'escapes each line',
  'lib/node/cli/progress.ts': 'writes counts only',
  'lib/node/cli/convert/convert-command.ts': 'writes data, escaped on a terminal',
  'lib/node/cli/serve/event-printer.ts': 'writes lines of item-formatter.ts',
  'lib/node/cli/sessions/sessions-command.ts': 'writes lines of item-formatter.ts',
  'lib/node/cli/validate/validate-files.ts': 'writes lines of item-formatter.ts',
  'lib/node/cli/validate/write-reports.ts': 'writes commands of github-annotations.ts, which encodes texts',
  'tests/runner/run-here.ts': 'passes on what test runners print, with their annotations',
};

const files = globSync(SOURCES);

it('the search for unescaped output finds source files', () => {
  expect(files.length).toBeGreaterThan(100);
});

it('only the listed files write to a terminal or a log without escaping', () => {
  const writers = files.filter((file) => linesOf(file).some((line) => WRITES.test(line) && !ESCAPES.test(line)));
  expect(writers.toSorted()).toEqual(Object.keys(WRITERS).toSorted());
});

it.each(['console.log(text);', 'process.stderr.write(text)', 'stdout.write(text)', 'out.safeText(text)'])(
  'the search for unescaped output finds %s',
  (line) => expect(line).toMatch(WRITES),
);

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8').split('\n');
}
