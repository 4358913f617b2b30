/** A JSON object with any fields. */
type JsonFields = Readonly<Record<string, unknown>>;

/** A finding of an event. */
export interface CollectedFinding {
  readonly ruleSet: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly path: readonly (string | number)[];
  /** In English. */
  readonly message: string;
}

/**
 * An event that the collector received.
 * Has a verdict and findings, as `telemetry-v3 validate` writes them.
 */
export interface CollectedEventJson {
  /** Row number, which increases with each event. Pass it as `after` to select later events. */
  readonly row: number;
  /** Position among the events of the collector, from 0. */
  readonly index: number;
  /** `index` plus 1, like a line number in `telemetry-v3 validate`. */
  readonly line: number;
  /** The request that contained the event. `entry` is its number, from 1. */
  readonly request?: { readonly entry: number; readonly url: string };
  /** Number of requests that contained the event. A retry sends the same event again. */
  readonly requests: number;
  /** A short English summary of the event. */
  readonly headline: string;
  readonly kind: string | null;
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  readonly verdicts: Readonly<Record<string, 'valid' | 'invalid' | 'unknown'>>;
  readonly eid: string | null;
  readonly mid: string | null;
  readonly findings: readonly CollectedFinding[];
  /** The predicted fate of the event in the pipeline. Set only with `serve --fate`. */
  readonly fate?: { readonly step: string | null; readonly reason: string; readonly message: string };
  /** The event, or `{ text }` with the text of a body that is not valid JSON or not UTF-8. */
  readonly event: JsonFields;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly source: {
    readonly run: string;
    readonly address: string;
    readonly page: string;
    readonly userAgent: string;
    readonly stamped: { readonly did?: string; readonly channel?: string; readonly pid?: string };
  };
}

/** Counts of events and findings. `last` is the row of the newest event. */
export interface EventCounts {
  readonly events: number;
  readonly verdicts: Readonly<Record<'valid' | 'invalid' | 'unknown', number>>;
  readonly severities: Readonly<Record<'error' | 'warning' | 'info', number>>;
  /** Number of events by `eid`. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Number of requests with telemetry. */
  readonly requests: number;
  /** Number of the oldest events that were removed to limit memory. */
  readonly evicted: number;
  /** Number of requests without telemetry, or with an unreadable body, by reason. */
  readonly rejected: Readonly<Record<string, number>>;
  readonly last: number;
}

/** Selects events. */
export interface EventSelection {
  /** A filter in the filter language of the panel, such as `is:invalid pageid:home`. */
  readonly filter?: string;
  /** Only events of rows after this one. */
  readonly after?: number;
}

/** Options of {@link connect}. */
export interface ClientOptions {
  /**
   * URL of the REST interface.
   * The default is the environment variable `TELEMETRY_V3_API`, which `serve --run` sets.
   */
  readonly api?: string | undefined;
  /** Only events of this run, whose base URL is `/run/NAME`. */
  readonly run?: string | undefined;
  /**
   * Token of a collector on another machine, which `serve --ui-host` prints.
   * The default is the parameter `token` of the URL in `api`.
   */
  readonly token?: string | undefined;
}

/**
 * Client of a collector that `telemetry-v3 serve` runs.
 * All functions reject with a sentence if the collector responds with an error.
 */
export interface TelemetryClient {
  /** Returns up to `limit` events, the oldest first. The default limit is 100. */
  events(selection?: EventSelection & { readonly limit?: number }): Promise<readonly CollectedEventJson[]>;
  counts(selection?: EventSelection): Promise<EventCounts>;
  /**
   * Waits until the filter matches `count` events, and returns them. The default is one event.
   * Rejects after `timeout`, with the nearest event and the terms that it does not meet. The default is `5s`. Node.js
   * ends a request without a response after 5 minutes.
   */
  wait(
    filter: string,
    options?: { readonly count?: number; readonly timeout?: string; readonly after?: number },
  ): Promise<readonly CollectedEventJson[]>;
  /** Removes the events of the client's run, or of all runs if the client has none. */
  clear(): Promise<void>;
}

interface ErrorReply {
  readonly error?: string;
  readonly nearest?: {
    readonly eid: string | null;
    readonly differs: readonly string[];
    readonly event: JsonFields;
  } | null;
}

/** Creates a client of a collector. Sends nothing until a function is called. */
export function connect({ api = process.env.TELEMETRY_V3_API, run, token }: ClientOptions = {}): TelemetryClient {
  if (api === undefined) throw new TypeError('No collector: set api, or run below telemetry-v3 serve --run.');
  const bearerToken = token ?? new URL(api).searchParams.get('token');
  const headers: Record<string, string> = bearerToken === null ? {} : { authorization: `Bearer ${bearerToken}` };
  const request = async (path: string, params: object, method = 'GET'): Promise<unknown> => {
    const url = new URL(path, api);
    for (const [name, value] of Object.entries({ run, ...params }))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const response = await fetch(url, { method, headers });
    // A proxy between client and collector may respond with HTML.
    if (!response.ok) throw new Error(problemText((await response.json().catch(() => ({}))) as ErrorReply, params));
    return response.json();
  };
  return {
    events: async (selection = {}) => ((await request('/api/events', selection)) as EventList).events,
    counts: async (selection = {}) => (await request('/api/counts', selection)) as EventCounts,
    wait: async (filter, options = {}) => ((await request('/api/wait', { filter, ...options })) as EventList).events,
    clear: async () => void (await request('/api/clear', {}, 'POST')),
  };
}

interface EventList {
  readonly events: readonly CollectedEventJson[];
}

function problemText({ error = 'The collector rejected the request.', nearest }: ErrorReply, params: object): string {
  const filter = 'filter' in params ? ` Filter: ${params.filter}` : '';
  if (!nearest) return `${error}${filter}`;
  const unmetTerms = nearest.differs.join(' ');
  return `${error}${filter}\nNearest: ${nearest.eid} does not meet ${unmetTerms}\n${JSON.stringify(nearest.event, null, 2)}`;
}
