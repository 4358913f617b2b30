import { type Bound, bounds, type MetricRating, rateMetric } from './bounds';
import type { HookOverhead, Metrics } from './measurements';

/** The machine of the measurements. Metrics of different machines cannot be compared. */
export interface Machine {
  readonly browser: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** Version of Node.js, which runs the validation and the freeze measures. */
  readonly node: string;
  /** Load average of the last minute before the run. */
  readonly load: number;
  /** Share of CPU time that the host gave to other machines, from 0 to 1; `null` if unknown. */
  readonly stolen: number | null;
  readonly day: string;
}

const ratingLabels: Readonly<Record<MetricRating, string>> = {
  aim: 'aim reached',
  must: 'reached',
  missed: 'missed',
  reported: '',
};

/** Formats the metrics as a Markdown table, each with its bound, after a table of the machine. */
export function metricsTable(metrics: Metrics, machine: Machine): string {
  const rows = bounds.map((bound) => rowOf(bound, metrics));
  const { opsPerSecond, shareOfAjvCompiled } = metrics.validate;
  return [
    ...machineRows(machine),
    '',
    '| Metric | Measured | Must | Aim | Result |',
    '|---|---:|---:|---:|---|',
    ...rows,
    `| Validation of one 1 kB event, all findings | ${formatNumber(opsPerSecond)} per second | | | |`,
    `| The same, share of ajv compiled | ${formatNumber(shareOfAjvCompiled * 100)} % | | | |`,
  ].join('\n');
}

/** Formats the cost of a call with each of the two hooks, after a line about the machine. */
export function hookTable(
  { hookOverhead, stackHookOverhead }: Pick<Metrics, 'hookOverhead' | 'stackHookOverhead'>,
  { day, browser, processor, cores, load }: Machine,
): string {
  const row = (hook: string, { processorMicroseconds, shareOfSdkProcessorTime }: HookOverhead) =>
    `| ${hook} | ${formatNumber(processorMicroseconds)} µs | ${formatNumber(shareOfSdkProcessorTime * 100)} % |`;
  return [
    `${day}, ${browser}, ${processor}, ${cores} cores, load ${load}.`,
    '',
    '| Hook | CPU time of one call | Share of SDK 2.0.1’s own |',
    '|---|---:|---:|',
    row('Without call stacks', hookOverhead),
    row('With call stacks', stackHookOverhead),
  ].join('\n');
}

function machineRows({ day, browser, node, processor, cores, memoryBytes, load, stolen }: Machine): readonly string[] {
  return [
    '| Machine | |',
    '|---|---|',
    `| Date | ${day} |`,
    `| Browser | ${browser} |`,
    `| Node.js | ${node} |`,
    `| Processor | ${processor}, ${cores} cores |`,
    `| Memory | ${formatNumber(memoryBytes / 2 ** 30)} GiB |`,
    `| Load before | ${load} |`,
    ...(stolen === null ? [] : [`| CPU time taken by the host meanwhile | ${formatNumber(stolen * 100)} % |`]),
  ];
}

function rowOf(bound: Bound, metrics: Metrics): string {
  const cell = (value: number | null) => (value === null ? '' : `${formatNumber(value)} ${bound.unit}`.trim());
  const rating = ratingLabels[rateMetric(bound, metrics)];
  const detail = bound.detail === undefined ? '' : ` (${bound.detail(metrics)})`;
  return `| ${bound.name} | ${cell(bound.value(metrics))}${detail} | ${cell(bound.must)} | ${cell(bound.aim)} | ${rating} |`;
}

function formatNumber(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: value < 100 ? 1 : 0 }).format(value);
}
