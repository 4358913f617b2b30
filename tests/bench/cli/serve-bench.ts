import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { benchLines } from './bench-events';
import { type LoadFigures, postAll } from './http-load';

/** So many events a collector holds. */
const EVENTS = 100_000;
const EVENT_BYTES = 1_000;
const EVENTS_PER_BATCH = 20;
const CONNECTIONS = 10;
/** 3,000 events each second. */
const FIXED_RATE = 150;
const FIXED_RATE_SECONDS = 20;
/** Ticks of the clock of `/proc/PID/stat` each second: the same on all Linux systems of today. */
const TICKS_PER_SECOND = 100;

/** What a collector takes of the machine. Processor time and memory are `null` where there is no `/proc`. */
export interface ServeFigures {
  /** From the start of the process to the first response. */
  readonly startMs: number;
  readonly eventsPerSecond: number;
  /** For all events. */
  readonly processorSeconds: number | null;
  /** Of a server that only reads and parses the same bodies. */
  readonly bareProcessorSeconds: number | null;
  /** With all events held. */
  readonly rssMegabytes: number | null;
  /** At 3,000 events each second. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Measures `serve` of the built command line, beside a bare `node:http` server. */
export async function measureServe(cli: string): Promise<ServeFigures> {
  const bodies = makeBodies();
  const serve = [cli, 'serve', '--port', '0', '--ui-port', '0', '--no-config', '--format', 'none'];
  const bare = await measureServer(['tests/bench/cli/bare-server.mjs'], bodies, null);
  const full = await measureServer(serve, bodies, null);
  const steady = await measureServer(serve, bodies.slice(0, FIXED_RATE * FIXED_RATE_SECONDS), FIXED_RATE);
  return {
    startMs: Math.min(full.startMs, steady.startMs),
    eventsPerSecond: Math.round(EVENTS / full.load.seconds),
    processorSeconds: full.processorSeconds,
    bareProcessorSeconds: bare.processorSeconds,
    rssMegabytes: full.rssMegabytes,
    p50Ms: steady.load.p50Ms,
    p99Ms: steady.load.p99Ms,
  };
}

function makeBodies(): readonly Buffer[] {
  const lines = benchLines(EVENTS * EVENT_BYTES)
    .toString('utf8')
    .trimEnd()
    .split('\n');
  return Array.from({ length: EVENTS / EVENTS_PER_BATCH }, (_, index) => {
    const events = lines.slice(index * EVENTS_PER_BATCH, (index + 1) * EVENTS_PER_BATCH).join(',');
    return Buffer.from(
      `{"id":"api.sunbird.telemetry","ver":"3.0","params":{"msgid":"m-${index}"},"events":[${events}]}`,
    );
  });
}

interface ServerRun {
  readonly startMs: number;
  readonly load: LoadFigures;
  readonly processorSeconds: number | null;
  readonly rssMegabytes: number | null;
}

async function measureServer(
  args: readonly string[],
  bodies: readonly Buffer[],
  rate: number | null,
): Promise<ServerRun> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
    child.stderr.resume();
    const [collector = ''] = /http:\S+/.exec(line) ?? [];
    await postAll({ url: collector, bodies: bodies.slice(0, 1), connections: 1, rate: null });
    const startMs = Math.round(performance.now() - started);
    const before = processorSecondsOf(child);
    const load = await postAll({ url: collector, bodies, connections: CONNECTIONS, rate });
    const after = processorSecondsOf(child);
    const processorSeconds = before === null || after === null ? null : after - before;
    return { startMs, load, processorSeconds, rssMegabytes: rssMegabytesOf(child) };
  } finally {
    child.kill('SIGKILL');
  }
}

function processorSecondsOf({ pid }: ChildProcess): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  // The name of the program, in brackets, may hold blanks. User and system time are the 14th and 15th field.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function rssMegabytesOf({ pid }: ChildProcess): number | null {
  const file = `/proc/${pid}/status`;
  const [, kilobytes] = (existsSync(file) && /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))) || [];
  return kilobytes === undefined ? null : Math.round((Number(kilobytes) * 1_024) / 1e6);
}
