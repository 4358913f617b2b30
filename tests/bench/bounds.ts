import type { Figures } from './figures';

/** A figure with what it must reach and what it should. */
export interface Bound {
  readonly name: string;
  readonly value: (figures: Figures) => number;
  readonly unit: string;
  /** Null where there is nothing to reach: it is told, not judged. */
  readonly must: number | null;
  readonly aim: number | null;
}

/** In the order of the table. All of them are the better the smaller they are. */
export const bounds: readonly Bound[] = [
  {
    name: 'One event → visible row, after 20, p50',
    value: (f) => f.eventToRowMs.p50,
    unit: 'ms',
    must: null,
    aim: null,
  },
  { name: 'One event → visible row, after 20, p95', value: (f) => f.eventToRowMs.p95, unit: 'ms', must: 50, aim: 30 },
  {
    name: 'The same among 100,000 events, p50',
    value: (f) => f.eventToRowMs.at100k.p50,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: 'The same among 100,000 events, p95',
    value: (f) => f.eventToRowMs.at100k.p95,
    unit: 'ms',
    must: null,
    aim: null,
  },
  {
    name: '10,000 calls in one burst → all counted and shown',
    value: (f) => f.flood10k.allRowsMs,
    unit: 'ms',
    must: 2000,
    aim: 1000,
  },
  {
    name: 'Longest stall of the panel meanwhile',
    value: (f) => f.flood10k.longestStallMs,
    unit: 'ms',
    must: 100,
    aim: 50,
  },
  {
    name: 'The same, worst of five',
    value: (f) => f.flood10k.worstStallMs,
    unit: 'ms',
    must: null,
    aim: null,
  },
  { name: 'DOM nodes in the panel then', value: (f) => f.flood10k.domNodes, unit: '', must: 3000, aim: 1500 },
  { name: 'Events lost', value: (f) => f.flood10k.lost, unit: '', must: 0, aim: 0 },
  {
    name: 'Events falsely told to be sent twice',
    value: (f) => f.flood10k.doubled,
    unit: '',
    must: 0,
    aim: 0,
  },
  { name: 'One filter key at 10,000 events', value: (f) => f.filterKeyMs.at10k, unit: 'ms', must: 16, aim: 8 },
  { name: 'One filter key at 100,000 events', value: (f) => f.filterKeyMs.at100k, unit: 'ms', must: 50, aim: 30 },
  { name: 'Scrolling 100,000 rows, p95 frame', value: (f) => f.scroll100k.p95FrameMs, unit: 'ms', must: 20, aim: 17 },
  { name: 'Panel heap with 100,000 events of 1 kB', value: (f) => f.heap100kMb, unit: 'MB', must: 350, aim: 200 },
  {
    name: 'Hook’s cost per call',
    value: (f) => f.hookOverhead.microsecondsPerCall,
    unit: 'µs',
    must: null,
    aim: null,
  },
  {
    name: 'Hook’s cost, share of SDK 2.0.1’s own call',
    value: (f) => f.hookOverhead.shareOfSdkCall * 100,
    unit: '%',
    must: 10,
    aim: 5,
  },
  {
    name: 'The same, share of a call without the browser’s own sending',
    value: (f) => f.hookOverhead.shareWithoutSending * 100,
    unit: '%',
    must: null,
    aim: null,
  },
  {
    name: 'Left to do per call when the page’s script is done',
    value: (f) => f.hookOverhead.microsecondsAfterwards,
    unit: 'µs',
    must: null,
    aim: null,
  },
  { name: 'Page hook, gzip', value: (f) => f.bundleKb.pageHook, unit: 'kB', must: 5, aim: 4 },
  { name: 'Relay, gzip', value: (f) => f.bundleKb.relay, unit: 'kB', must: 3, aim: 2 },
  { name: 'Panel’s first load, gzip', value: (f) => f.bundleKb.panel, unit: 'kB', must: 120, aim: 80 },
  { name: 'Background, gzip', value: (f) => f.bundleKb.background, unit: 'kB', must: null, aim: null },
  { name: 'Popup, gzip', value: (f) => f.bundleKb.popup, unit: 'kB', must: null, aim: null },
];

export type Standing = 'aim' | 'must' | 'missed' | 'told';

/** How a figure stands to its bound. */
export function standing({ value, must, aim }: Bound, figures: Figures): Standing {
  if (must === null) return 'told';
  const reached = value(figures);
  if (aim !== null && reached <= aim) return 'aim';
  return reached <= must ? 'must' : 'missed';
}
