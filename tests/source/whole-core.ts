import { readdirSync, readFileSync } from 'node:fs';
import { exportFormatsById } from '#core/formats/formats';
import { readFile } from '#core/formats/read/read-file';
import { compilePattern } from '#core/patterns/compile-pattern';
import { compileQuery } from '#core/query/compile-query';
import { parseQuery } from '#core/query/parse-query';
import { evaluateStep } from '#core/scenarios/evaluate-step';
import { createDefaultJudge } from '#core/stream/default-judge';
import { createJudgedRows } from '#core/stream/judged-rows';
import { secretGuard } from '#core/stream/secret-guard';
import { writingOf } from '#tests/fixtures/exchange';

/**
 * A script that Node runs without a bundler.
 * It imports each module of the core, reads, judges and exports a HAR file with them, and prints the results.
 */
const paths = readdirSync('lib/core', { recursive: true, encoding: 'utf8' });
const modules = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
for (const path of modules) await import(`../../lib/core/${path}`);

const bytes = readFileSync('tests/fixtures/requests.har');
const rows = createJudgedRows(createDefaultJudge());
const read = await readFile(
  { name: 'requests.har', size: bytes.length, stream: () => new Blob([bytes]).stream() },
  {
    guard: secretGuard,
    sink: {
      records: rows.put,
      navigations: () => {},
      frames: () => {},
    },
    yieldTask: async () => {},
    clock: () => 0,
    signal: new AbortController().signal,
    onProgress: () => {},
  },
);
if (!read.ok) throw new Error(JSON.stringify(read.failure));
const records = rows.all();
const query = parseQuery('kind:interact is:invalid', compilePattern);
if (!query.ok) throw new Error(JSON.stringify(query.failure));
const exported = exportFormatsById.ndjson.write(writingOf(records));

console.log(
  JSON.stringify({
    modules: modules.length,
    read: read.value,
    requests: records.map(({ requests }) => requests.length),
    verdicts: records.map(({ verdict }) => verdict),
    filtered: records.filter(compileQuery(query.value)).map(({ row }) => row),
    exportedLines: [...exported.texts].join('').trimEnd().split('\n').length,
    judged: evaluateStep(
      { type: 'expect-kind', kind: 'interact', within: 1 },
      { records, cursor: 0, matchedEvent: null, overdueAfterMs: null },
    ).status,
  }),
);
