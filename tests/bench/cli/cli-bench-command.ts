import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeSection } from '#demo/docs/document-section';
import { benchLines } from './bench-events';
import { readRealEvents } from './real-events';
import { type CommandLine, type RunMetrics, runWithInput, runWithoutInput } from './run-with-input';

/**
 * Runs `npm run bench:cli`: compares the command line with `JSON.parse` and jq on the same lines.
 * `docs/benchmarks.md` describes the options.
 */
const DOCUMENT = 'docs/benchmarks.md';
const CLI = '.output/package/dist/cli.mjs';
const INPUT_BYTES = 16_000_000;
const ROUNDS = 3;
/** More rounds, because each takes only a second, so other work of the machine has more effect. */
const ROUNDS_OF_REAL_EVENTS = 9;
const MAX_STREAM_RSS_MB = 150;
const REAL_BYTES = 51_000_000;
/** Maximum CPU time with a report, as a multiple of the time without one. */
const MAX_REPORT_COST = 1.15;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    write: { type: 'boolean' },
    built: { type: 'boolean' },
    megabytes: { type: 'string', default: '800' },
    gigabytes: { type: 'string', default: '5' },
  },
});
const log = (line: string) => console.error(line);

if (!values.built) execFileSync('npm', ['run', '--silent', 'build:package'], { stdio: 'inherit' });
const load = Number((loadavg()[0] ?? 0).toFixed(1));
const lines = benchLines(INPUT_BYTES);
const copies = Math.ceil((Number(values.megabytes) * 1e6) / lines.length);
const folder = mkdtempSync(join(tmpdir(), 'bench-cli-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'events.ndjson');
writeCopies(file);
const real = readRealEvents(REAL_BYTES);
const realFile = join(folder, 'real.ndjson');
writeFileSync(realFile, real.lines);
const validate = (...args: string[]) => ['node', CLI, 'validate', ...args] as const;
const validateReal = (...args: string[]) =>
  validate(realFile, '--no-config', '--jobs', '1', '--format', 'json', ...args);
const ALL_RULES = 'envelope,definition,privacy,ingestion';
/** The pipeline's own schemas, which are not in this repository. */
const SCHEMAS = '../shared/data/pipeline-schemas';
const hasSchemas = existsSync(SCHEMAS);
if (!hasSchemas) log(`${SCHEMAS} is not there: imported schemas are not measured.`);
const hasJq = spawnSync('jq', ['--version']).status === 0;
if (!hasJq) log('jq is not installed: not compared.');
const commands = {
  parse: ['node', 'tests/bench/cli/parse-lines.mjs', file],
  one: validate(file, '--jobs', '1'),
  two: validate(file, '--jobs', '2'),
  default: validate(file),
  sessions: ['node', CLI, 'sessions', file, '--format', 'json'],
  ...(hasJq ? { jq: ['jq', '-c', '[.eid, .mid]', file] as const } : {}),
  realParse: ['node', 'tests/bench/cli/parse-lines.mjs', realFile],
  real: validateReal(),
  realSessions: ['node', CLI, 'sessions', realFile, '--format', 'json'],
  realIngestion: validateReal('--rules', ALL_RULES),
  realReportXml: validateReal('--report', join(folder, 'report.xml')),
  realReportSarif: validateReal('--report', join(folder, 'report.sarif')),
  realReportMarkdown: validateReal('--report', join(folder, 'report.md')),
  realReportHtml: validateReal('--report', join(folder, 'report.html')),
  realReportJson: validateReal('--report', join(folder, 'report.json')),
  realReportCodeQuality: validateReal('--report', join(folder, 'report.codequality.json')),
  ...(hasSchemas
    ? {
        realSchemas: validateReal('--rules', 'none', '--schemas', SCHEMAS),
        realWithSchemas: validateReal('--schemas', SCHEMAS),
      }
    : {}),
} as const satisfies Readonly<Record<string, CommandLine>>;
type Name = 'parse' | 'one' | 'two' | 'default' | 'sessions' | 'jq' | RealName;
type RealName =
  | 'realParse'
  | 'real'
  | 'realSessions'
  | 'realIngestion'
  | ReportName
  | 'realSchemas'
  | 'realWithSchemas';
type ReportName = `realReport${'Xml' | 'Sarif' | 'Markdown' | 'Html' | 'Json' | 'CodeQuality'}`;
const reportTitles: Readonly<Record<ReportName, string>> = {
  realReportXml: 'JUnit XML',
  realReportSarif: 'SARIF',
  realReportMarkdown: 'Markdown',
  realReportHtml: 'HTML',
  realReportJson: 'JSON',
  realReportCodeQuality: 'Code Quality',
};
const reports = Object.entries(reportTitles) as [ReportName, string][];
const titles: Readonly<Record<Exclude<Name, ReportName>, string>> = {
  parse: '`JSON.parse` of each line',
  one: '`validate --jobs 1`',
  two: '`validate --jobs 2`',
  default: '`validate`',
  sessions: '`sessions`',
  jq: "`jq -c '[.eid, .mid]'`",
  realParse: '`JSON.parse` of each line of real events',
  real: '`validate --jobs 1 --format json` of them',
  realIngestion: 'The same, with the ingestion rules',
  realSessions: '`sessions` of real events',
  realSchemas: 'The same events, by imported schemas alone',
  realWithSchemas: 'The same events, by the default rule sets and imported schemas',
};

const bestRuns = new Map<Name, RunMetrics>();
for (let round = 0; round < ROUNDS_OF_REAL_EVENTS; round += 1) {
  for (const [name, command] of Object.entries(commands) as [Name, CommandLine][]) {
    if (round >= ROUNDS && !name.startsWith('real')) continue;
    const run = await runWithoutInput(command);
    log(`${name}: ${run.seconds.toFixed(1)} s`);
    const before = bestRuns.get(name);
    if (before === undefined || run.seconds < before.seconds)
      bestRuns.set(name, { ...run, ...lowerProcessorTime(run, before) });
    else bestRuns.set(name, { ...before, ...lowerProcessorTime(run, before) });
  }
}
const gigabytes = Number(values.gigabytes);
const stream = await runWithInput(validate('-', '--jobs', '2'), lines, Math.ceil((gigabytes * 1e9) / lines.length));
log(`stream: ${stream.seconds.toFixed(1)} s, ${stream.maxRssMegabytes} MB`);
const metrics = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  processor: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
  load,
  megabytes: (copies * lines.length) / 1e6,
  realMegabytes: real.lines.length / 1e6,
  isRealGenerated: real.isGenerated,
  runs: Object.fromEntries(bestRuns),
  stream: { gigabytes, ...stream },
};
if (values.json) console.log(JSON.stringify(metrics));
else console.log(table());
if (values.write) writeSection(DOCUMENT, 'bench-cli', table());

/**
 * Writes the lines to a file, which puts them into the page cache.
 * Reading costs all commands the same then.
 */
function writeCopies(path: string): void {
  const descriptor = openSync(path, 'w');
  for (let copy = 0; copy < copies; copy += 1) writeSync(descriptor, lines);
  closeSync(descriptor);
}

/** Returns the lower CPU time of two runs, because the machine may be busy in one of them. */
function lowerProcessorTime(run: RunMetrics, before: RunMetrics | undefined): Pick<RunMetrics, 'processorSeconds'> {
  const times = [run.processorSeconds, before?.processorSeconds].filter((time) => typeof time === 'number');
  return { processorSeconds: times.length === 0 ? null : Math.min(...times) };
}

function table(): string {
  const one = bestRuns.get('one');
  const rows = [...bestRuns].map(([name, run]) => {
    const isReal = name.startsWith('real');
    const parse = bestRuns.get(isReal ? 'realParse' : 'parse');
    const megabytes = isReal ? metrics.realMegabytes : metrics.megabytes;
    const share = parse === undefined ? '' : `${(parse.seconds / run.seconds).toFixed(2)} ×`;
    const processor = run.processorSeconds === null ? '' : `${run.processorSeconds.toFixed(1)} s`;
    const shareOfProcessor =
      run.processorSeconds === null || !parse?.processorSeconds
        ? ''
        : `${(parse.processorSeconds / run.processorSeconds).toFixed(2)} ×`;
    const rss = run.maxRssMegabytes === null ? '' : `${run.maxRssMegabytes} MB`;
    const speed = `${Math.round(megabytes / run.seconds)} MB/s`;
    return `| ${titleOf(name)} | ${speed} | ${share} | ${processor} | ${shareOfProcessor} | ${rss} |`;
  });
  const [parse, two, jq, byDefault] = [
    bestRuns.get('parse'),
    bestRuns.get('two'),
    bestRuns.get('jq'),
    bestRuns.get('default'),
  ];
  const realTime = (name: RealName) => bestRuns.get(name)?.processorSeconds;
  return [
    `${metrics.date}, Node.js ${metrics.node}, ${metrics.processor}, load before ${metrics.load}, ${Math.round(metrics.megabytes)} MB of events of 1 kB, ${Math.round(metrics.realMegabytes)} MB of ${real.isGenerated ? 'generated events like real ones' : 'real events'}, best of ${ROUNDS}, of real events of ${ROUNDS_OF_REAL_EVENTS}.`,
    '',
    '| Command | Speed | Of `JSON.parse` | CPU time | Of `JSON.parse` | Memory |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    '| Metric | Measured | Must | Result |',
    '|---|---:|---:|---|',
    ratioRow('One thread, share of `JSON.parse`', ratio(parse?.processorSeconds, one?.processorSeconds), 0.35),
    ratioRow('Two threads, times one thread', ratio(one?.seconds, two?.seconds), 1.5),
    ratioRow(
      '`sessions`, share of `JSON.parse`',
      ratio(parse?.processorSeconds, bestRuns.get('sessions')?.processorSeconds),
      0.5,
    ),
    ratioRow(
      '`sessions` of real events, share of `JSON.parse`',
      ratio(realTime('realParse'), realTime('realSessions')),
      0.5,
    ),
    ratioRow('Real events, share of `JSON.parse`', ratio(realTime('realParse'), realTime('real')), 0.4),
    ratioRow('The same with the ingestion rules', ratio(realTime('realParse'), realTime('realIngestion')), 0.3),
    ratioRow(
      'Imported schemas alone, share of `JSON.parse`',
      ratio(realTime('realParse'), realTime('realSchemas')),
      0.2,
    ),
    ...reports.map(([name, format]) =>
      costRow(`Real events with a report as ${format}, times without one`, ratio(realTime(name), realTime('real'))),
    ),
    ratioRow('Defaults, times jq', ratio(jq?.seconds, byDefault?.seconds), 1),
    `| ${gigabytes} GB from standard input with two threads, memory | ${stream.maxRssMegabytes} MB | ${MAX_STREAM_RSS_MB} MB | ${(stream.maxRssMegabytes ?? 0) <= MAX_STREAM_RSS_MB ? 'reached' : 'missed'} |`,
  ].join('\n');
}

function titleOf(name: Name): string {
  return isReport(name) ? `Real events by the default rule sets, with a report as ${reportTitles[name]}` : titles[name];
}

function isReport(name: Name): name is ReportName {
  return name in reportTitles;
}

function ratio(slow: number | null | undefined, quick: number | null | undefined): number | null {
  return slow && quick ? slow / quick : null;
}

function ratioRow(title: string, measured: number | null, must: number): string {
  if (measured === null) return `| ${title} | not run | ${must} × | |`;
  return `| ${title} | ${measured.toFixed(2)} × | ${must} × | ${measured >= must ? 'reached' : 'missed'} |`;
}

function costRow(title: string, measured: number | null): string {
  const result = measured === null ? '' : measured <= MAX_REPORT_COST ? 'reached' : 'missed';
  return `| ${title} | ${measured === null ? 'not run' : `${measured.toFixed(2)} ×`} | ${MAX_REPORT_COST} × | ${result} |`;
}
