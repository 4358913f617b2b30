import { spawn, spawnSync } from 'node:child_process';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { benchLines } from '#tests/bench/cli/bench-events';

/**
 * Runs `npm run test:spark`: runs the Spark script of `docs/user-guide/at-scale.md` on a million events.
 * Creates a virtual environment with PySpark. The counts must equal the counts of a single process.
 */
const PYSPARK = 'pyspark==4.0.1';
const EVENTS = 1_000_000;
const BLOCK_EVENTS = 10_000;
const NOT_RUN_EXIT_CODE = 3;
const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-spark-'));
const environmentFolder = '.output/spark-environment';
const eventsFile = join(folder, 'events.ndjson');

const missingReason = createEnvironment();
if (missingReason === null) {
  run('npm', ['run', '--silent', 'build:package']);
  await writeEvents();
  const [sparkCounts, processCounts] = [countWithSpark(), await countWithOneProcess()];
  const isSame = JSON.stringify(sparkCounts) === JSON.stringify(processCounts);
  console.log(`${EVENTS.toLocaleString('en')} events, findings by kind, rule set, severity and code:`);
  for (const line of processCounts) console.log(`  ${line}`);
  if (!isSame) console.error(`Spark has other counts:\n  ${sparkCounts.join('\n  ')}`);
  const hasPassed = isSame && processCounts.length > 0;
  console.log(hasPassed ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exitCode = hasPassed ? 0 : 1;
} else {
  console.error(`not run: ${missingReason}`);
  process.exitCode = NOT_RUN_EXIT_CODE;
}
rmSync(folder, { recursive: true, force: true });

/** Creates the virtual environment. Returns the reason why Spark cannot run, or `null`. */
function createEnvironment(): string | null {
  if (spawnSync('java', ['-version']).status !== 0) return 'Spark needs Java, which is not installed';
  if (spawnSync('python3', ['-m', 'venv', environmentFolder], { stdio: 'inherit' }).status !== 0)
    return 'Python 3 or its venv is not installed';
  const { status } = spawnSync(`${environmentFolder}/bin/pip`, ['install', '--quiet', PYSPARK], { stdio: 'inherit' });
  return status === 0 ? null : `${PYSPARK} is not downloadable`;
}

async function writeEvents(): Promise<void> {
  const block = benchLines(BLOCK_EVENTS * 1_000);
  const blocks = Array.from({ length: EVENTS / BLOCK_EVENTS }, () => block);
  await pipeline(Readable.from(blocks), createWriteStream(eventsFile));
}

function countWithSpark(): readonly string[] {
  const guide = readFileSync('docs/user-guide/at-scale.md', 'utf8');
  const [, script = ''] = /```python\n([\s\S]*?)```/.exec(guide) ?? [];
  const scriptFile = join(folder, 'count_findings.py');
  const outputFolder = join(folder, 'counts');
  const binFolder = join(folder, 'bin');
  writeFileSync(scriptFile, script);
  mkdirSync(binFolder);
  symlinkSync(resolve('.output/package/dist/cli.mjs'), join(binFolder, 'telemetry-v3'));
  const python = resolve(environmentFolder, 'bin/python');
  const sparkArguments = ['--master', 'local[2]', scriptFile, eventsFile, outputFolder];
  run(resolve(environmentFolder, 'bin/spark-submit'), sparkArguments, {
    PATH: `${binFolder}:${process.env.PATH}`,
    PYSPARK_PYTHON: python,
    PYSPARK_DRIVER_PYTHON: python,
    SPARK_LOCAL_IP: '127.0.0.1',
  });
  const parts = readdirSync(outputFolder).filter((name) => name.endsWith('.json'));
  const rows = parts.flatMap((name) => readFileSync(join(outputFolder, name), 'utf8').trim().split('\n'));
  return rows.map((row) => formatCount(JSON.parse(row))).sort();
}

async function countWithOneProcess(): Promise<readonly string[]> {
  const child = spawn(process.execPath, ['.output/package/dist/cli.mjs', 'validate', eventsFile, '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const counts = new Map<string, Count>();
  for await (const line of createInterface({ input: child.stdout })) {
    const { kind, findings } = JSON.parse(line);
    for (const { ruleSet, severity, code } of findings) {
      const key = [kind, ruleSet, severity, code].join(' ');
      counts.set(key, { kind, ruleSet, severity, code, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()].map(formatCount).sort();
}

interface Count {
  readonly kind: string;
  readonly ruleSet: string;
  readonly severity: string;
  readonly code: string;
  readonly count: number;
}

function formatCount({ kind, ruleSet, severity, code, count }: Count): string {
  return `${kind} ${ruleSet} ${severity} ${code}: ${count}`;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ended with ${status}.`);
}
