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
 * The command `npm run test:spark` runs the Spark script of `docs/user-guide/at-scale.md` on a million events.
 * It creates a virtual environment with PySpark. The counts must equal those of a single process.
 */
const PYSPARK = 'pyspark==4.0.1';
const EVENTS = 1_000_000;
const BLOCK_EVENTS = 10_000;
const CANNOT_RUN = 3;
const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-spark-'));
const environment = '.output/spark-environment';
const events = join(folder, 'events.ndjson');

const obstacle = createEnvironment();
if (obstacle === null) {
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
  console.error(`not run: ${obstacle}`);
  process.exitCode = CANNOT_RUN;
}
rmSync(folder, { recursive: true, force: true });

/** Creates the virtual environment. Returns the reason why Spark cannot run, or `null`. */
function createEnvironment(): string | null {
  if (spawnSync('java', ['-version']).status !== 0) return 'Spark needs Java, which is not installed';
  if (spawnSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' }).status !== 0)
    return 'Python 3 or its venv is not installed';
  const installed = spawnSync(`${environment}/bin/pip`, ['install', '--quiet', PYSPARK], { stdio: 'inherit' });
  return installed.status === 0 ? null : `${PYSPARK} is not downloadable`;
}

async function writeEvents(): Promise<void> {
  const block = benchLines(BLOCK_EVENTS * 1_000);
  const blocks = Array.from({ length: EVENTS / BLOCK_EVENTS }, () => block);
  await pipeline(Readable.from(blocks), createWriteStream(events));
}

function countWithSpark(): readonly string[] {
  const guide = readFileSync('docs/user-guide/at-scale.md', 'utf8');
  const [, script = ''] = /```python\n([\s\S]*?)```/.exec(guide) ?? [];
  const [file, output, programs] = ['count_findings.py', 'counts', 'bin'].map((name) => join(folder, name));
  writeFileSync(String(file), script);
  mkdirSync(String(programs));
  symlinkSync(resolve('.output/package/dist/cli.mjs'), join(String(programs), 'telemetry-v3'));
  const python = resolve(environment, 'bin/python');
  run(resolve(environment, 'bin/spark-submit'), ['--master', 'local[2]', String(file), events, String(output)], {
    PATH: `${programs}:${process.env.PATH}`,
    PYSPARK_PYTHON: python,
    PYSPARK_DRIVER_PYTHON: python,
    SPARK_LOCAL_IP: '127.0.0.1',
  });
  const parts = readdirSync(String(output)).filter((name) => name.endsWith('.json'));
  const rows = parts.flatMap((name) =>
    readFileSync(join(String(output), name), 'utf8')
      .trim()
      .split('\n'),
  );
  return rows.map((row) => countLine(JSON.parse(row))).sort();
}

async function countWithOneProcess(): Promise<readonly string[]> {
  const child = spawn(process.execPath, ['.output/package/dist/cli.mjs', 'validate', events, '--quiet'], {
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
  return [...counts.values()].map(countLine).sort();
}

interface Count {
  readonly kind: string;
  readonly ruleSet: string;
  readonly severity: string;
  readonly code: string;
  readonly count: number;
}

function countLine({ kind, ruleSet, severity, code, count }: Count): string {
  return `${kind} ${ruleSet} ${severity} ${code}: ${count}`;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ended with ${status}.`);
}
