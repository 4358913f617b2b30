import { readFileSync } from 'node:fs';

/** What the processors of this machine did since it started, in ticks of the kernel: proc_stat(5). */
export interface ProcessorTime {
  /** Without the time in which there was nothing to do. */
  readonly busy: number;
  /** Wanted, and given to another machine by the host. */
  readonly stolen: number;
}

/** `null` if the system does not report it. */
export function processorTimeNow(): ProcessorTime | null {
  try {
    return readProcessorTime(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** Reads the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. */
function readProcessorTime(stat: string): ProcessorTime | null {
  const [name, ...ticks] = (stat.split('\n')[0] ?? '').split(/\s+/);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen] = ticks.map(Number);
  if (name !== 'cpu' || stolen === undefined) return null;
  return { busy: user + nice + system + irq + softirq + stolen, stolen };
}

/** Which share of the time that was wanted between two moments the host gave to others, from 0 to 1. */
export function stolenShare(before: ProcessorTime | null, after: ProcessorTime | null): number | null {
  if (before === null || after === null || after.busy <= before.busy) return null;
  return (after.stolen - before.stolen) / (after.busy - before.busy);
}
