/** A port of a container that this machine can reach. */
export interface PublishedPort {
  /** Name or IP address of this machine, as in a URL. */
  readonly host: string;
  readonly port: number;
  /** The port in the container. */
  readonly target: number;
}

/** `[IP:]published:target`, each a port or a range, as the Compose specification has it. */
const MAPPING = /^(?:(\[[\da-f:.]+\]|[^:[\]]*):)?(\d+)(?:-(\d+))?:(\d+)(?:-(\d+))?$/i;
const ANY_OR_LOOPBACK = /^(?:|0\.0\.0\.0|127\.\d+\.\d+\.\d+|localhost|\[[0:]*1?\])$/i;
const MAX_PORT = 65_535;

/** Reads a mapping of ports. `null` for one that publishes nothing, or at a port that Docker selects. */
export function readPublishedPorts(written: string): PortRange | null {
  const [whole, ip = '', published, publishedEnd, target, targetEnd] =
    MAPPING.exec(written.trim().replace(/\/(?:tcp|udp|sctp)$/i, '')) ?? [];
  if (whole === undefined) return null;
  const first = { port: Number(published), target: Number(target) };
  const count =
    Math.min(Number(publishedEnd ?? published) - first.port, Number(targetEnd ?? target) - first.target) + 1;
  if (count < 1 || first.port > MAX_PORT || first.target > MAX_PORT) return null;
  return { host: ANY_OR_LOOPBACK.test(ip) ? 'localhost' : ip, ...first, count };
}

/** Neighbouring ports that are published in the same order. */
export interface PortRange extends PublishedPort {
  readonly count: number;
}

/** The published port of the first of these targets that has one. */
export function publishedPortOf(ranges: readonly PortRange[], targets: readonly number[]): PublishedPort | null {
  for (const target of targets) {
    const range = ranges.find((one) => target >= one.target && target < one.target + one.count);
    if (range !== undefined) return { host: range.host, port: range.port + target - range.target, target };
  }
  return null;
}

const DEFAULT_PORTS: Readonly<Record<'http' | 'https', number>> = { http: 80, https: 443 };

/** The origin at a port, without the port where it is the scheme's own. */
export function originAt(scheme: 'http' | 'https', host: string, port: number | null): string {
  return `${scheme}://${host}${port === null || port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}`;
}
