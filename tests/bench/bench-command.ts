import '#tests/drivers/english';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { buildExtension, extensionFolder, projectFolder } from '#demo/build-extension';
import { writeSection } from '#demo/docs/document-section';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import { localMachine } from '#tests/drivers/browser/local-machine';
import { type Measured, type MeasureName, measureAll, measureNames } from './measure-all';
import { hasHooks, isComplete } from './measurements';
import { readProcessorTime, shareOfStolenTime } from './stolen-time';
import { hookTable, type Machine, metricsTable } from './table';

/**
 * Runs `npm run bench`: measures the built extension and prints a table.
 * `docs/benchmarks.md` describes the options.
 */
const DOCUMENT = 'docs/benchmarks.md';
const EXTENSION_COPY = `${projectFolder}.output/bench-extension`;
const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    write: { type: 'boolean' },
    built: { type: 'boolean' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
});
const startedAt = performance.now();
const log = (line: string) =>
  console.error(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);

const selectedMeasures = parseMeasureNames(values.only);
const chromium = findChromium(localMachine);
if (!chromium.ok) {
  console.error(chromium.failure);
  process.exit(1);
}
const [load = 0] = loadavg();
const processorTimeBefore = readProcessorTime();
if (!values.built) {
  log('Building the extension.');
  buildExtension();
}
rmSync(EXTENSION_COPY, { recursive: true, force: true });
cpSync(extensionFolder, EXTENSION_COPY, { recursive: true });
if (values.profile) mkdirSync(values.profile, { recursive: true });
const measured = await measureAll({
  executablePath: chromium.value.path,
  extensionFolder: EXTENSION_COPY,
  only: selectedMeasures,
  profiles: values.profile ?? null,
  log,
});
printMetrics(measured);

function parseMeasureNames(list: string | undefined): ReadonlySet<MeasureName> {
  const names = list?.split(',') ?? [...measureNames];
  const unknownName = names.find((name) => !measureNames.some((measureName) => measureName === name));
  if (unknownName !== undefined) throw new Error(`${unknownName} is none of the measures: ${measureNames.join(', ')}.`);
  return new Set(measureNames.filter((name) => names.includes(name)));
}

function printMetrics({ metrics, browser }: Measured): void {
  const [processor] = cpus();
  const machine: Machine = {
    browser,
    processor: processor?.model ?? 'an unknown processor',
    cores: cpus().length,
    memoryBytes: totalmem(),
    node: process.version,
    load: Number(load.toFixed(1)),
    stolen: shareOfStolenTime(processorTimeBefore, readProcessorTime()),
    day: new Date().toISOString().slice(0, 10),
  };
  const isAll = isComplete(metrics);
  console.log(isAll && !values.json ? metricsTable(metrics, machine) : JSON.stringify(metrics));
  if (!values.write) return;
  if (!hasHooks(metrics)) throw new Error(`Only a whole run, or one of the hook, goes into ${DOCUMENT}.`);
  writeSection(DOCUMENT, 'bench-hook', hookTable(metrics, machine));
  if (isAll) writeSection(DOCUMENT, 'bench', metricsTable(metrics, machine));
}
