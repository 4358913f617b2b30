import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { writeSection } from '#demo/docs/document-section';
import { measureInjection } from './injection-bench';
import { measureBursts, measureLoad } from './serve-bench';

/**
 * Runs `npm run bench:serve`: measures the built collector, its page and its injection.
 * `docs/benchmarks.md` describes the options.
 */
const DOCUMENT = 'docs/benchmarks.md';
const CLI = '.output/package/dist/cli.mjs';

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, write: { type: 'boolean' }, built: { type: 'boolean' } },
});
if (!values.built) {
  for (const build of ['build:page', 'build:package'])
    execFileSync('npm', ['run', '--silent', build], { stdio: 'inherit' });
}
const loadBefore = (loadavg()[0] ?? 0).toFixed(1);
const injection = await measureInjection(CLI);
const bursts = await measureBursts(CLI);
const load = await measureLoad(CLI);
const metrics = { loadBefore, injection, bursts, load };
if (values.json) console.log(JSON.stringify(metrics));
else console.log(table());
if (values.write) writeSection(DOCUMENT, 'bench-serve', table());

function table(): string {
  const { processorSeconds, bareProcessorSeconds, rssMegabytes } = load;
  const share = processorSeconds && bareProcessorSeconds ? bareProcessorSeconds / processorSeconds : null;
  const date = new Date().toISOString().slice(0, 10);
  const processor = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`;
  return [
    `${date}, Node.js ${process.version}, ${processor}, load before ${loadBefore}.`,
    '',
    '| Metric | Measured | Must | Result |',
    '|---|---:|---:|---|',
    row('Start to the first response', load.startMs, 'at most', 500, 'ms'),
    row('Events of 1 kB in batches of 20, each second', load.eventsPerSecond, 'at least', 3_000, ''),
    row('CPU time of a bare `node:http` server, relative to `serve`', share, 'at least', 0.2, '×'),
    row('99 % of the responses at 3,000 events/s beside a page, within', load.p99Ms, 'at most', 50, 'ms'),
    row('99 % of those of a new collector and a new page, within', load.coldP99Ms, 'reported', 0, 'ms'),
    row('Memory with 100,000 events', rssMegabytes, 'at most', 350, 'MB'),
    row('10,000 events in one burst until the page shows all', bursts.shownMs, 'at most', 2_000, 'ms'),
    row('Longest stall of the page meanwhile', bursts.longestStallMs, 'at most', 100, 'ms'),
    row('The same, worst of five', bursts.worstStallMs, 'reported', 0, 'ms'),
    row('Changes that the page said it was behind, most', bursts.mostBehind, 'reported', 0, ''),
    row(
      'What injection adds to the first byte of a page of 1 MB',
      injection.injectedMs - injection.passedMs,
      'at most',
      5,
      'ms',
    ),
  ].join('\n');
}

function row(
  title: string,
  measured: number | null,
  limit: 'at most' | 'at least' | 'reported',
  must: number,
  unit: string,
): string {
  const text = (value: number) => `${Number(value.toFixed(2)).toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`;
  if (limit === 'reported') return `| ${title} | ${text(measured ?? 0)} | | |`;
  if (measured === null) return `| ${title} | not run | ${text(must)} | |`;
  const isReached = limit === 'at most' ? measured <= must : measured >= must;
  return `| ${title} | ${text(measured)} | ${text(must)} | ${isReached ? 'reached' : 'missed'} |`;
}
