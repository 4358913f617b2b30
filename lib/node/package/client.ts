/** A JSON object of an event, whose fields are not known here. */
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

/** An event that the collector received: a line of `validate`, and the event. */
export interface CollectedEventJson {
  /** Increases with each event: `after` of what is asked next. */
  readonly row: number;
  readonly kind: string | null;
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  readonly verdicts: Readonly<Record<string, 'valid' | 'invalid' | 'unknown'>>;
  readonly eid: string | null;
  readonly mid: string | null;
  readonly findings: readonly CollectedFinding[];
  /** `{ text }`, the text of the body, where the collector refused it as broken JSON or for its charset. */
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

/** Numbers of events. */
export interface EventCounts {
  readonly events: number;
  readonly verdicts: Readonly<Record<'valid' | 'invalid' | 'unknown', number>>;
  readonly severities: Readonly<Record<'error' | 'warning' | 'info', number>>;
  readonly kinds: Readonly<Record<string, number>>;
  readonly last: number;
}

/** Which events are asked for. */
export interface EventSelection {
  /** In the filter language of the panel: `is:invalid pageid:home`. */
  readonly filter?: string;
  /** Only events of later rows. */
  readonly after?: number;
}

/** Where the collector is. */
export interface ClientOptions {
  /** The default is `TELEMETRY_V3_API` of the environment, which `serve --run` sets. */
  readonly api?: string | undefined;
  /** Only events of this run, whose base URL is `/run/NAME`. */
  readonly run?: string | undefined;
  /** Of a collector on another machine, whose page is open to others (`--ui-host`). The default is that in `api`, as it is printed. */
  readonly token?: string | undefined;
}

/** Asks a collector that `telemetry-v3 serve` runs. Each function throws a sentence where the collector refuses. */
export interface TelemetryClient {
  /** The events, the oldest first; at most `limit` of them, by default 100. */
  events(selection?: EventSelection & { readonly limit?: number }): Promise<readonly CollectedEventJson[]>;
  counts(selection?: EventSelection): Promise<EventCounts>;
  /**
   * Waits until the filter has matched `count` events, by default one, and returns them.
   * Throws when the time is over, by default after 5 s, with the nearest event and the terms that it does not meet.
   */
  wait(
    filter: string,
    options?: { readonly count?: number; readonly timeout?: string; readonly after?: number },
  ): Promise<readonly CollectedEventJson[]>;
  /** Removes the events of the run; of all runs without one. */
  clear(): Promise<void>;
}

interface NotInTime {
  readonly error?: string;
  readonly nearest?: {
    readonly eid: string | null;
    readonly differs: readonly string[];
    readonly event: JsonFields;
  } | null;
}

/** Connects to a collector. Nothing is sent until a function is called. */
export function connect({ api = process.env.TELEMETRY_V3_API, run, token }: ClientOptions = {}): TelemetryClient {
  if (api === undefined) throw new TypeError('No collector: set api, or run below telemetry-v3 serve --run.');
  const secret = token ?? new URL(api).searchParams.get('token');
  const headers: Record<string, string> = secret === null ? {} : { authorization: `Bearer ${secret}` };
  const ask = async (path: string, params: object, method = 'GET'): Promise<unknown> => {
    const url = new URL(path, api);
    for (const [name, value] of Object.entries({ run, ...params }))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const response = await fetch(url, { method, headers });
    const reply = await response.json();
    if (!response.ok) throw new Error(problemText(reply as NotInTime, params));
    return reply;
  };
  return {
    events: async (selection = {}) => ((await ask('/api/events', selection)) as EventList).events,
    counts: async (selection = {}) => (await ask('/api/counts', selection)) as EventCounts,
    wait: async (filter, options = {}) => ((await ask('/api/wait', { filter, ...options })) as EventList).events,
    clear: async () => void (await ask('/api/clear', {}, 'POST')),
  };
}

interface EventList {
  readonly events: readonly CollectedEventJson[];
}

function problemText({ error = 'The collector refused.', nearest }: NotInTime, params: object): string {
  const filter = 'filter' in params ? ` Filter: ${params.filter}` : '';
  if (!nearest) return `${error}${filter}`;
  const differs = nearest.differs.join(' ');
  return `${error}${filter}\nNearest: ${nearest.eid} does not meet ${differs}\n${JSON.stringify(nearest.event, null, 2)}`;
}
