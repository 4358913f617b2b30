import { type FreezeName, freezeNames, type Metrics } from './measurements';

/** A metric with its limit and its target. */
export interface Bound {
  readonly name: string;
  readonly value: (metrics: Metrics) => number;
  readonly unit: string;
  /** The limit; `null` for a metric that is reported without a rating. */
  readonly must: number | null;
  /** The target; `null` if there is none. */
  readonly aim: number | null;
  /** A text beside the value. */
  readonly detail?: (metrics: Metrics) => string;
}

/** Growth of the cost when the input grows fourfold: 4 is linear, 16 is quadratic. */
const MAX_GROWTH = 8;

const freezeTitles: Readonly<Record<FreezeName, string>> = {
  secretShapes: 'starts of tokens in one text',
  pattern: 'characters for the pattern (a+)+$',
  forgedReports: 'forged reports of SDKs and calls',
  consoleMessages: 'console messages of one call',
  equalMids: 'events with one mid',
  retries: 'retries of one batch',
  deepBodies: 'levels in a batch',
  ndjsonOneMid: 'lines of NDJSON with one mid',
  harRetries: 'retries in a HAR file',
  captureRecordLists: 'lists of records in a capture',
  captureCopies: 'requests of 100,000 copies in a capture',
  captureLosses: 'lost rows, documents and page loads in a capture',
  capturePageLoads: 'page loads in a capture',
  harPages: 'pages before the events of a HAR file',
  textAround: 'lines of text around events',
  requestsAndNavigations: 'requests and page loads in a HAR export',
  eventFields: 'fields of an event in a file',
  envSpaces: 'spaces in a .env file',
  yamlKeys: 'keys in a docker-compose.yml',
  addressSlashes: 'slashes in an address of a docker-compose.yml',
  yamlErrors: 'errors in a docker-compose.yml',
  imageColons: 'colons in an image of a docker-compose.yml',
  pastedLineEnds: 'line breaks in pasted log-in text',
  responseBrackets: 'brackets in a response of a registry',
};

const freezeBounds = freezeNames.map(
  (name): Bound => ({
    name: `Four times as many ${freezeTitles[name]}`,
    value: ({ freezes }) => freezes[name].growth,
    unit: '× as long',
    must: MAX_GROWTH,
    aim: null,
    detail: ({ freezes }) => `${freezes[name].ms} ms`,
  }),
);

/** Limits of the built extension's gzipped sizes. The tests of the packages check them too. */
export const sizeBounds: readonly (Pick<Bound, 'name' | 'unit' | 'must' | 'aim'> & {
  readonly value: (sizes: Metrics['bundleKb']) => number;
})[] = [
  { name: 'Page hook, gzip', value: (sizes) => sizes.pageHook, unit: 'kB', must: 6, aim: 4 },
  {
    name: 'Page hook with call stacks and user actions, gzip',
    value: (sizes) => sizes.stackHook,
    unit: 'kB',
    must: 6.5,
    aim: 4.5,
  },
  { name: 'Relay, gzip', value: (sizes) => sizes.relay, unit: 'kB', must: 3.5, aim: 2 },
  { name: 'Panel’s first load, gzip', value: (sizes) => sizes.panel, unit: 'kB', must: 120, aim: 90 },
  {
    name: 'What records, loaded while the panel renders, gzip',
    value: (sizes) => sizes.panelRecording,
    unit: 'kB',
    must: null,
    aim: null,
  },
  { name: 'Background, gzip', value: (sizes) => sizes.background, unit: 'kB', must: 66, aim: 45 },
  { name: 'Popup, gzip', value: (sizes) => sizes.popup, unit: 'kB', must: 55, aim: 45 },
];

/** The bounds in the order of the table. A smaller value is always better. */
export const bounds: readonly Bound[] = [
  {
    name: 'One event → visible row (after 20 warm-up events), p50',
    value: (metrics) => metrics.eventToRowMs.p50,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: 'One event → visible row (after 20 warm-up events), p95',
    value: (metrics) => metrics.eventToRowMs.p95,
    unit: 'ms',
    must: 50,
    aim: 30,
  },
  {
    name: 'The same among 100,000 events, p50',
    value: (metrics) => metrics.eventToRowMs.at100k.p50,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: 'The same among 100,000 events, p95',
    value: (metrics) => metrics.eventToRowMs.at100k.p95,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: '10,000 calls in one burst → all counted and shown',
    value: (metrics) => metrics.burst10k.allRowsMs,
    unit: 'ms',
    must: 2000,
    aim: 1000,
  },
  {
    name: 'Longest stall of the panel meanwhile',
    value: (metrics) => metrics.burst10k.longestStallMs,
    unit: 'ms',
    must: 100,
    aim: 50,
  },
  {
    name: 'The same, worst of five',
    value: (metrics) => metrics.burst10k.worstStallMs,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: 'Longest work of the panel meanwhile, CPU time',
    value: (metrics) => metrics.burst10k.longestWorkMs,
    unit: 'ms',
    must: 100,
    aim: 50,
  },
  {
    name: 'DOM nodes in the panel then',
    value: (metrics) => metrics.burst10k.domNodes,
    unit: '',
    must: 3000,
    aim: 1500,
  },
  { name: 'Events lost', value: (metrics) => metrics.burst10k.lost, unit: '', must: 0, aim: 0 },
  {
    name: 'Events falsely shown as duplicates',
    value: (metrics) => metrics.burst10k.duplicates,
    unit: '',
    must: 0,
    aim: 0,
  },
  {
    name: 'One filter key at 10,000 events',
    value: (metrics) => metrics.filterKeyMs.at10k,
    unit: 'ms',
    must: 16,
    aim: 8,
  },
  {
    name: 'One filter key at 100,000 events',
    value: (metrics) => metrics.filterKeyMs.at100k,
    unit: 'ms',
    must: 50,
    aim: 30,
  },
  {
    name: 'Scrolling 100,000 rows, p95 frame',
    value: (metrics) => metrics.scroll100k.p95FrameMs,
    unit: 'ms',
    must: 20,
    aim: 17,
  },
  {
    name: 'Panel heap with 100,000 events of 1 kB',
    value: (metrics) => metrics.heap100kMb,
    unit: 'MB',
    must: 350,
    aim: 200,
  },
  {
    name: 'One more rule set at 100,000 events → visible rows judged',
    value: (metrics) => metrics.rejudging100k.visibleRowsMs,
    unit: 'ms',
    must: 100,
    aim: null,
  },
  {
    name: 'Longest stall of the panel until all are judged',
    value: (metrics) => metrics.rejudging100k.longestStallMs,
    unit: 'ms',
    must: 50,
    aim: null,
  },
  {
    name: 'CPU time of the panel until then',
    value: (metrics) => metrics.rejudging100k.processorMs,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: 'What the panel holds more then',
    value: (metrics) => metrics.rejudging100k.heapMb,
    unit: 'MB',
    must: 20,
    aim: null,
  },
  {
    name: 'Imported schemas at 100,000 events → visible rows judged',
    value: (metrics) => metrics.schemaRejudging100k.visibleRowsMs,
    unit: 'ms',
    must: 100,
    aim: null,
  },
  {
    name: 'Longest stall of the panel until all are judged by them',
    value: (metrics) => metrics.schemaRejudging100k.longestStallMs,
    unit: 'ms',
    must: 50,
    aim: null,
  },
  {
    name: 'CPU time of the panel for them',
    value: (metrics) => metrics.schemaRejudging100k.processorMs,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: 'What the panel holds more for them',
    value: (metrics) => metrics.schemaRejudging100k.heapMb,
    unit: 'MB',
    must: 20,
    aim: null,
  },
  {
    name: 'Reading a file of 100,000 events',
    value: (metrics) => metrics.file100k.readMs,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: 'Longest stall of the panel meanwhile',
    value: (metrics) => metrics.file100k.longestStallMs,
    unit: 'ms',
    must: 500,
    aim: 100,
  },
  {
    name: 'Opening an event with a text of 1,000,000 characters',
    value: (metrics) => metrics.largeEventMs,
    unit: 'ms',
    must: 1000,
    aim: 100,
  },
  {
    name: 'User sessions audited, 100 more events',
    value: (metrics) => metrics.sessionAudit.addMs,
    unit: 'ms',
    must: 2,
    aim: null,
  },
  {
    name: 'The same in a full list of 100,000 events, which drops 100',
    value: (metrics) => metrics.sessionAudit.fullMs,
    unit: 'ms',
    must: 2,
    aim: null,
  },
  {
    name: 'The same with events that come late',
    value: (metrics) => metrics.sessionAudit.lateMs,
    unit: 'ms',
    must: 2,
    aim: null,
  },
  {
    name: 'Opening User sessions with 100,000 events in 2,000 sessions',
    value: (metrics) => metrics.sessionsView.openMs,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: 'Longest stall of the panel meanwhile',
    value: (metrics) => metrics.sessionsView.longestStallMs,
    unit: 'ms',
    must: 50,
    aim: null,
  },
  {
    name: 'Scrolling 2,000 sessions, p95 frame',
    value: (metrics) => metrics.sessionsView.p95FrameMs,
    unit: 'ms',
    must: 20,
    aim: 17,
  },
  {
    name: 'Longest stall of User sessions while 10,000 events come in one burst',
    value: (metrics) => metrics.sessionsBurst.longestStallMs,
    unit: 'ms',
    must: 50,
    aim: null,
  },
  {
    name: 'Longest work of the panel meanwhile, CPU time',
    value: (metrics) => metrics.sessionsBurst.longestWorkMs,
    unit: 'ms',
    must: 50,
    aim: null,
  },
  {
    name: 'Heap of a fresh panel, without compiled code',
    value: (metrics) => metrics.heapFreshMb,
    unit: 'MB',
    must: null,
    aim: null,
  },
  {
    name: 'Heap after Clear, by a fresh panel’s',
    value: (metrics) => metrics.heapAfterClear,
    unit: '×',
    must: 1.3,
    aim: null,
  },
  {
    name: 'Heap after 20 page loads of 5,000 events, by a fresh panel’s',
    value: (metrics) => metrics.heapAfter20Loads,
    unit: '×',
    must: 1.3,
    aim: null,
  },
  {
    name: 'Hook’s cost per call',
    value: (metrics) => metrics.hookOverhead.microsecondsPerCall,
    unit: 'µs',
    must: null,
    aim: null,
  },
  {
    name: 'Hook’s cost, share of SDK 2.0.1’s own call',
    value: (metrics) => metrics.hookOverhead.shareOfSdkCall * 100,
    unit: '%',
    must: 10,
    aim: 5,
  },
  {
    name: 'The same, share of a call without the browser’s own sending',
    value: (metrics) => metrics.hookOverhead.shareWithoutSending * 100,
    unit: '%',
    must: null,
    aim: null,
  },
  {
    name: 'Left to do per call when the page’s script is done',
    value: (metrics) => metrics.hookOverhead.microsecondsAfterwards,
    unit: 'µs',
    must: null,
    aim: null,
  },
  ...sizeBounds.map((bound) => ({ ...bound, value: ({ bundleKb }: Metrics) => bound.value(bundleKb) })),
  ...freezeBounds,
];

export type MetricRating = 'aim' | 'must' | 'missed' | 'reported';

/** Rates a metric by its limit and its target. */
export function rateMetric({ value, must, aim }: Bound, metrics: Metrics): MetricRating {
  if (must === null) return 'reported';
  const measured = value(metrics);
  if (aim !== null && measured <= aim) return 'aim';
  return measured <= must ? 'must' : 'missed';
}
