import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The requests to send. */
export interface LoadPlan {
  readonly url: string;
  readonly bodies: Iterable<Buffer>;
  readonly connections: number;
  /** Requests per second; `null` for as many as the server accepts. */
  readonly rate: number | null;
}

/** Load test results, measured by the sender. */
export interface LoadMetrics {
  readonly seconds: number;
  readonly requests: number;
  /**
   * Response times in milliseconds.
   * At a fixed rate, a time starts when the request was due. Otherwise a stalled server would get fewer requests, which
   * would improve its metrics (coordinated omission).
   */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Posts all bodies over persistent connections. Rejects at the first response that isn't a success. */
export async function postAll({ url, bodies, connections, rate }: LoadPlan): Promise<LoadMetrics> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const pendingRequests = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  for (const body of bodies) {
    const due = rate === null ? performance.now() : startedAt + (sent * 1_000) / rate;
    sent += 1;
    if (due > performance.now()) await sleep(due - performance.now());
    if (rate === null && pendingRequests.size >= connections) await Promise.race(pendingRequests);
    const posted = post(url, body, agent).then(() => {
      times.push(performance.now() - due);
      pendingRequests.delete(posted);
    });
    pendingRequests.add(posted);
  }
  await Promise.all(pendingRequests);
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  times.sort((one, other) => one - other);
  const quantile = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { seconds, requests: sent, p50Ms: quantile(0.5), p99Ms: quantile(0.99), maxMs: quantile(1) };
}

function post(url: string, body: Buffer, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const posted = request(url, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    });
    posted.on('error', reject);
    posted.on('response', (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`The server responded ${response.statusCode}.`)),
      );
    });
    posted.end(body);
  });
}
