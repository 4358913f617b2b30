/** Metrics of a panel whose rows are judged again. */
export interface RejudgingMetrics {
  /** Time until the visible rows are judged. */
  readonly visibleRowsMs: number;
  readonly longestStallMs: number;
  /** CPU time of the panel's main thread, for all rows. */
  readonly processorMs: number;
  /** Growth of the panel's heap. */
  readonly heapMb: number;
}

/**
 * The metrics that `npm run bench -- --json` prints.
 * Times in milliseconds, sizes in thousands of bytes, gzipped.
 */
export interface Metrics {
  /** In a panel with few events, and in one with 100,000. */
  readonly eventToRowMs: Latency & { readonly at100k: Latency };
  readonly burst10k: {
    readonly allRowsMs: number;
    readonly longestStallMs: number;
    /** The worst of all bursts; `longestStallMs` is their median. */
    readonly worstStallMs: number;
    /** Longest CPU time of the panel's main thread between two turns of its event loop. */
    readonly longestWorkMs: number;
    readonly domNodes: number;
    readonly lost: number;
    /** Events that are wrongly shown as duplicates. The key must not change. */
    readonly duplicates: number;
  };
  readonly filterKeyMs: { readonly at10k: number; readonly at100k: number };
  readonly scroll100k: { readonly p95FrameMs: number };
  readonly heap100kMb: number;
  /** When another rule set is turned on with 100,000 events. */
  readonly rejudging100k: RejudgingMetrics;
  /** When a set of imported schemas is turned on with 100,000 events. */
  readonly schemaRejudging100k: RejudgingMetrics;
  readonly file100k: { readonly readMs: number; readonly longestStallMs: number };
  readonly largeEventMs: number;
  /** The view of user sessions with 100,000 events in 2,000 sessions. */
  readonly sessionsView: {
    /** Time until the first session is shown. */
    readonly openMs: number;
    readonly longestStallMs: number;
    readonly p95FrameMs: number;
  };
  /** While 10,000 events in one burst reach the open view of user sessions. */
  readonly sessionsBurst: {
    readonly longestStallMs: number;
    /** Longest CPU time between two turns of the panel's event loop. */
    readonly longestWorkMs: number;
  };
  /** Average CPU time of a batch of 100 events. */
  readonly sessionAudit: {
    /** While a list fills up to 100,000 events. */
    readonly addMs: number;
    /** In a full list, where each batch removes the 100 oldest events. */
    readonly fullMs: number;
    /** In a full list, with events that arrive 100 events late. */
    readonly lateMs: number;
  };
  /** Heap of a panel without events. Like the next two, without compiled code. */
  readonly heapFreshMb: number;
  /** Heap after Clear, as a multiple of the fresh panel's. */
  readonly heapAfterClear: number;
  /** Heap after 20 loads of a page with 5,000 events, as a multiple of the fresh panel's. */
  readonly heapAfter20Loads: number;
  readonly freezes: FreezeMetrics;
  readonly hookOverhead: HookOverhead;
  /** For the hook that also reads call stacks. */
  readonly stackHookOverhead: HookOverhead;
  readonly validate: { readonly opsPerSecond: number; readonly shareOfAjvCompiled: number };
  readonly bundleKb: {
    readonly pageHook: number;
    /** The page hook that also reads call stacks and user actions. */
    readonly stackHook: number;
    readonly relay: number;
    readonly panel: number;
    readonly panelRecording: number;
    readonly background: number;
    readonly popup: number;
  };
}

/** Inputs of pages, files and users whose cost must not grow faster than their size. */
export const freezeNames = [
  'secretShapes',
  'pattern',
  'forgedReports',
  'consoleMessages',
  'equalMids',
  'retries',
  'deepBodies',
  'ndjsonOneMid',
  'harRetries',
  'captureRecordLists',
  'captureCopies',
  'captureLosses',
  'capturePageLoads',
  'harPages',
  'textAround',
  'requestsAndNavigations',
  'eventFields',
  'envSpaces',
  'yamlKeys',
  'addressSlashes',
  'yamlErrors',
  'imageColons',
  'pastedLineEnds',
  'responseBrackets',
] as const;
export type FreezeName = (typeof freezeNames)[number];

export type FreezeMetrics = Readonly<
  Record<
    FreezeName,
    {
      /** Time for the input of four times the size. */
      readonly ms: number;
      /** That time as a multiple of the time for the original size. */
      readonly growth: number;
    }
  >
>;

export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/** Returns the value below which this share of all values lies; 0 for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Rounds to a number of decimals. */
export function roundTo(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** Additional cost of a call on a watched page, compared with a page that is not watched. */
export interface HookOverhead {
  readonly microsecondsPerCall: number;
  readonly shareOfSdkCall: number;
  /** Share of a call without the browser's work to send. */
  readonly shareWithoutSending: number;
  /** Remaining work of a call after the page's own script has ended. */
  readonly microsecondsAfterwards: number;
  /** CPU time of the page's main thread for a call, including the remaining work. */
  readonly processorMicroseconds: number;
  /** Share of the CPU time of SDK 2.0.1's own call. */
  readonly shareOfSdkProcessorTime: number;
}

/** Whether all metrics were measured. */
export function isComplete(metrics: Partial<Metrics>): metrics is Metrics {
  return names.every((name) => metrics[name] !== undefined);
}

/** Whether both hooks were measured, with and without call stacks. */
export function hasHooks(
  metrics: Partial<Metrics>,
): metrics is Partial<Metrics> & Pick<Metrics, 'hookOverhead' | 'stackHookOverhead'> {
  return metrics.hookOverhead !== undefined && metrics.stackHookOverhead !== undefined;
}

const names = [
  'eventToRowMs',
  'burst10k',
  'filterKeyMs',
  'scroll100k',
  'heap100kMb',
  'rejudging100k',
  'schemaRejudging100k',
  'file100k',
  'largeEventMs',
  'sessionAudit',
  'sessionsView',
  'sessionsBurst',
  'heapFreshMb',
  'heapAfterClear',
  'heapAfter20Loads',
  'freezes',
  'hookOverhead',
  'stackHookOverhead',
  'validate',
  'bundleKb',
] as const satisfies readonly (keyof Metrics)[];
