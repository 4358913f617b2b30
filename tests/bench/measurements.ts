/** How a panel fares while its rows are judged again. */
export interface RejudgingFigures {
  /** Until the rows in sight are judged. */
  readonly inSightMs: number;
  readonly longestStallMs: number;
  /** Of the panel's main thread, for all rows. */
  readonly processorMs: number;
  /** What the panel holds more then. */
  readonly heapMb: number;
}

/**
 * What is measured, as `npm run bench -- --json` prints it.
 * Times in milliseconds, sizes in thousands of bytes, gzipped.
 */
export interface Figures {
  /** In a panel of few events, and in one of 100,000. */
  readonly eventToRowMs: Latency & { readonly at100k: Latency };
  readonly flood10k: {
    readonly allRowsMs: number;
    readonly longestStallMs: number;
    /** Of all bursts that were measured; `longestStallMs` is the middle of them. */
    readonly worstStallMs: number;
    /** Processor time of the panel's main thread between two turns of its event loop. */
    readonly longestWorkMs: number;
    readonly domNodes: number;
    readonly lost: number;
    /** Events shown as duplicates, which none of them is. A name that `--json` has had from the start. */
    readonly duplicates: number;
  };
  readonly filterKeyMs: { readonly at10k: number; readonly at100k: number };
  readonly scroll100k: { readonly p95FrameMs: number };
  readonly heap100kMb: number;
  /** When one more rule set is switched on among 100,000 events. */
  readonly rejudging100k: RejudgingFigures;
  /** When a set of imported schemas is. */
  readonly schemaRejudging100k: RejudgingFigures;
  readonly file100k: { readonly readMs: number; readonly longestStallMs: number };
  readonly largeEventMs: number;
  /** The view of user sessions with 100,000 events in 2,000 sessions. */
  readonly sessionsView: {
    /** Until the first session is shown. */
    readonly openMs: number;
    readonly longestStallMs: number;
    readonly p95FrameMs: number;
  };
  /** While 10,000 events in one burst reach the open view of user sessions. */
  readonly sessionsFlood: {
    readonly longestStallMs: number;
    /** Processor time between two turns of the panel's event loop. */
    readonly longestWorkMs: number;
  };
  /** Processor time of a batch of 100 events, on average. */
  readonly sessionAudit: {
    /** While a list fills up to 100,000 events. */
    readonly addMs: number;
    /** In a full list, where each batch removes the 100 oldest events. */
    readonly fullMs: number;
    /** The same with events that come 100 events late. */
    readonly lateMs: number;
  };
  /** Of a panel that has seen no event; like the two below without compiled code. */
  readonly heapFreshMb: number;
  /** As a multiple of the fresh panel's. */
  readonly heapAfterClear: number;
  /** Of a page with 5,000 events each, as a multiple of the fresh panel's. */
  readonly heapAfter20Loads: number;
  readonly freezes: FreezeFigures;
  readonly hookOverhead: HookOverhead;
  /** Of the hook that reads call stacks, too. */
  readonly stackHookOverhead: HookOverhead;
  readonly validate: { readonly opsPerSecond: number; readonly shareOfAjvCompiled: number };
  readonly bundleKb: {
    readonly pageHook: number;
    /** The page hook that reads call stacks and user actions, too. */
    readonly stackHook: number;
    readonly relay: number;
    readonly panel: number;
    readonly panelRecording: number;
    readonly background: number;
    readonly popup: number;
  };
}

/** Inputs of pages, files and users whose cost must grow in proportion to their size. */
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
  'requestsAndMarks',
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

export type FreezeFigures = Readonly<
  Record<
    FreezeName,
    {
      /** For the input of four times the size. */
      readonly ms: number;
      /** How many times as long that took as the input of the size itself. */
      readonly growth: number;
    }
  >
>;

export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/** The value below which the given share of all values lies; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** To so many digits after the point. */
export function roundMs(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** What a call costs the page more than where the extension does not watch. */
export interface HookOverhead {
  readonly microsecondsPerCall: number;
  readonly shareOfSdkCall: number;
  /** Of a call without what the browser does to send. */
  readonly shareWithoutSending: number;
  /** What is left to do for a call when the page's own script is done. */
  readonly microsecondsAfterwards: number;
  /** Processor time of the page's main thread for a call, and for what is left to do of it. */
  readonly processorMicroseconds: number;
  /** Of the processor time of SDK 2.0.1's own call. */
  readonly shareOfSdkProcessorTime: number;
}

/** Whether everything was measured. */
export function isWhole(figures: Partial<Figures>): figures is Figures {
  return names.every((name) => figures[name] !== undefined);
}

/** Whether the hook was measured, with call stacks and without. */
export function hasHooks(
  figures: Partial<Figures>,
): figures is Partial<Figures> & Pick<Figures, 'hookOverhead' | 'stackHookOverhead'> {
  return figures.hookOverhead !== undefined && figures.stackHookOverhead !== undefined;
}

const names = [
  'eventToRowMs',
  'flood10k',
  'filterKeyMs',
  'scroll100k',
  'heap100kMb',
  'rejudging100k',
  'schemaRejudging100k',
  'file100k',
  'largeEventMs',
  'sessionAudit',
  'sessionsView',
  'sessionsFlood',
  'heapFreshMb',
  'heapAfterClear',
  'heapAfter20Loads',
  'freezes',
  'hookOverhead',
  'stackHookOverhead',
  'validate',
  'bundleKb',
] as const satisfies readonly (keyof Figures)[];
