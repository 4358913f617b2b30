import { readFileSync } from 'node:fs';

/** CPU time of this machine since its start, in ticks of the kernel: proc_stat(5). */
export interface ProcessorTime {
  /** All time but idle time. */
  readonly busy: number;
  /** Time that the host gave to other machines although this machine needed it. */
  readonly stolen: number;
}

/** Reads the CPU time; `null` if the system does not report it. */
export function readProcessorTime(): ProcessorTime | null {
  try {
    return parseProcessorTime(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** Parses the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. */
function parseProcessorTime(stat: string): ProcessorTime | null {
  const [name, ...ticks] = (stat.split('\n')[0] ?? '').split(/\s+/);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen] = ticks.map(Number);
  if (name !== 'cpu' || stolen === undefined) return null;
  return { busy: user + nice + system + irq + softirq + stolen, stolen };
}

/** Returns the share of needed time that the host gave to other machines, from 0 to 1. */
export function shareOfStolenTime(before: ProcessorTime | null, after: ProcessorTime | null): number | null {
  if (before === null || after === null || after.busy <= before.busy) return null;
  return (after.stolen - before.stolen) / (after.busy - before.busy);
}
