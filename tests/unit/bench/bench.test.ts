import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sectionOf } from '#demo/docs/document-section';
import { bounds, rateFigure } from '#tests/bench/bounds';
import { type Figures, type FreezeFigures, freezeNames, percentile } from '#tests/bench/measurements';
import { filesLoadedBy } from '#tests/bench/measures/bundle';
import { medianOf } from '#tests/bench/measures/flood';
import { longestWorkMs } from '#tests/bench/measures/flood-work';
import { dataBytes } from '#tests/bench/measures/heap';
import { readProcessorTime, stolenShare } from '#tests/bench/stolen-time';
import { figuresTable, hookTable } from '#tests/bench/table';

const figures: Figures = {
  eventToRowMs: { p50: 20, p95: 40, at100k: { p50: 25, p95: 60 } },
  flood10k: {
    allRowsMs: 900,
    longestStallMs: 120,
    worstStallMs: 190,
    longestWorkMs: 20,
    domNodes: 1056,
    lost: 0,
    doubled: 0,
  },
  filterKeyMs: { at10k: 7, at100k: 45 },
  scroll100k: { p95FrameMs: 17 },
  heap100kMb: 180,
  file100k: { readMs: 9_000, longestStallMs: 450 },
  largeEventMs: 60,
  heapFreshMb: 12,
  heapAfterClear: 1.2,
  heapAfter20Loads: 1.4,
  freezes: Object.fromEntries(freezeNames.map((name) => [name, { ms: 12.5, growth: 3.9 }])) as FreezeFigures,
  hookOverhead: {
    microsecondsPerCall: 9.5,
    shareOfSdkCall: 0.08,
    shareWithoutSending: 0.12,
    microsecondsAfterwards: 4,
    processorMicroseconds: 12,
    shareOfSdkProcessorTime: 0.1,
  },
  stackHookOverhead: {
    microsecondsPerCall: 19,
    shareOfSdkCall: 0.16,
    shareWithoutSending: 0.24,
    microsecondsAfterwards: 4,
    processorMicroseconds: 31,
    shareOfSdkProcessorTime: 0.26,
  },
  validate: { opsPerSecond: 270_000, shareOfAjvCompiled: 0.05 },
  bundleKb: { pageHook: 4.9, stackHook: 5.4, relay: 1.7, panel: 121, panelRecording: 25, background: 44, popup: 61 },
};
const machine = {
  browser: 'Chromium 1',
  node: 'v20',
  processor: 'P',
  cores: 2,
  memoryBytes: 7.5 * 2 ** 30,
  load: 0.4,
  stolen: 0.237,
  day: '2026-01-02',
};
const standingOf = (name: string) =>
  bounds.filter((bound) => bound.name.includes(name)).map((bound) => rateFigure(bound, figures));

describe('a percentile', () => {
  it('a percentile is the value below which that share of all lies, in whatever order they come', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile([7], 0.95)]).toEqual([50, 95, 7]);
  });

  it('a percentile of nothing is 0', () => {
    expect(percentile([], 0.95)).toBe(0);
  });
});

describe('a figure', () => {
  it('reaches its aim, or only what it must, or misses that', () => {
    expect(standingOf('DOM nodes')).toEqual(['aim']);
    expect(standingOf('at 100,000 events')).toEqual(['must']);
    expect(standingOf('Longest stall')).toEqual(['missed', 'must']);
    expect(standingOf('SDK 2.0.1’s own call')).toEqual(['must']);
    expect(standingOf('row, after 20, p50')).toEqual(['reported']);
    expect(standingOf('Heap after')).toEqual(['must', 'missed']);
  });

  it('a figure that must be 0 is not reached by 1', () => {
    const [lost] = bounds.filter(({ name }) => name === 'Events lost');
    expect(lost && rateFigure(lost, { ...figures, flood10k: { ...figures.flood10k, lost: 1 } })).toBe('missed');
  });
});

describe('several bursts', () => {
  it('several bursts are summarized by the median of their times, and by the maximum of all else', () => {
    const flood = (longestStallMs: number, lost: number) => {
      return { allRowsMs: longestStallMs * 2, longestStallMs, domNodes: 900 + lost, lost, doubled: 0 };
    };
    expect(medianOf([flood(70, 0), flood(300, 0), flood(90, 3), flood(80, 0), flood(120, 0)])).toEqual({
      allRowsMs: 180,
      longestStallMs: 90,
      worstStallMs: 300,
      domNodes: 903,
      lost: 3,
      doubled: 0,
    });
  });
});

describe('a trace of a burst', () => {
  it('returns the longest thread time between two turns of the panel', () => {
    const callOf = (tts: number, functionName: string) => ({
      name: 'FunctionCall',
      tts,
      args: { data: { functionName } },
    });
    const turns = [1_000, 5_000, 25_500, 26_000].map((tts) => callOf(tts, 'turn'));
    expect(longestWorkMs({ traceEvents: [{ name: 'RunTask' }, ...turns, callOf(900_000, 'other')] })).toBe(20.5);
    expect(() => longestWorkMs({ traceEvents: [] })).toThrow('no turns');
  });
});

describe('a heap snapshot', () => {
  it('a heap snapshot is counted without compiled code and what the browser holds', () => {
    const meta = {
      node_fields: ['type', 'id', 'self_size'],
      node_types: [['string', 'code', 'native', 'object']],
    } as const;
    expect(dataBytes({ snapshot: { meta }, nodes: [0, 1, 10, 1, 2, 200, 2, 3, 3_000, 3, 4, 40_000] })).toBe(40_010);
  });
});

describe('the table', () => {
  it('the table has a row for each figure, with units and what they must reach', () => {
    const table = figuresTable(figures, machine);
    expect(table).toContain('| Longest stall of the panel meanwhile | 120 ms | 100 ms | 50 ms | missed |');
    expect(table).toContain('| Hook’s cost, share of SDK 2.0.1’s own call | 8 % | 10 % | 5 % | reached |');
    expect(table).toContain('| Validation of one 1 kB event, all findings | 270,000 per second | | | |');
    expect(table).toContain(
      '| Four times as many events with one mid | 3.9 × as long (12.5 ms) | 8 × as long |  | reached |',
    );
  });

  it('compares the hook with and without call stacks in a table of its own', () => {
    expect(hookTable(figures, machine)).toBe(
      [
        '2026-01-02, Chromium 1, P, 2 cores, load 0.4.',
        '',
        '| Hook | Processor time of one call | Share of SDK 2.0.1’s own |',
        '|---|---:|---:|',
        '| Without call stacks | 12 µs | 10 % |',
        '| With call stacks | 31 µs | 26 % |',
      ].join('\n'),
    );
  });

  it('names the machine, the browser and the day', () => {
    const table = figuresTable(figures, machine);
    expect(table).toContain(
      '| Date | 2026-01-02 |\n| Browser | Chromium 1 |\n| Node.js | v20 |\n| Processor | P, 2 cores |\n',
    );
    expect(table).toContain('| Memory | 7.5 GiB |\n| Load before | 0.4 |\n');
    expect(table).toContain('| Processor time taken by the host meanwhile | 23.7 % |');
    expect(figuresTable(figures, { ...machine, stolen: null })).not.toContain('taken by the host');
  });

  it('the table has its place in docs/benchmarks.md, and the README none', () => {
    expect(sectionOf(readFileSync('docs/benchmarks.md', 'utf8'), 'bench')).toContain('| Figure | Measured |');
    expect(sectionOf(readFileSync('README.md', 'utf8'), 'bench')).toBeNull();
  });
});

describe('the time that the host took', () => {
  const at = (line: string) => readProcessorTime(`${line}\ncpu0 1 2 3\n`);

  it('the time that the host took is a share of the time that was wanted, not of the time in which nothing was to be done', () => {
    const before = at('cpu  100 10 50 9000 7 0 5 20 0 0');
    const after = at('cpu  160 10 70 9900 9 0 5 40 0 0');
    expect(before).toEqual({ busy: 185, stolen: 20 });
    expect(stolenShare(before, after)).toBe(0.2);
  });

  it('the stolen time of the host is null on other systems, and for an interval of zero', () => {
    expect(at('intr 1 2 3')).toBeNull();
    expect(at('cpu 1 2 3')).toBeNull();
    expect(stolenShare(null, null)).toBeNull();
    expect(stolenShare(at('cpu 1 2 3 4 5 6 7 8'), at('cpu 1 2 3 4 5 6 7 8'))).toBeNull();
  });
});

describe('what a page loads first', () => {
  it('what a page loads first is every script and style that its HTML names, once; not pictures or other pages', () => {
    const html = `<script type="module" crossorigin src="/chunks/panel.js"></script>
      <link rel="modulepreload" href="/chunks/a.js"><link rel="stylesheet" href="/assets/a.css">
      <link rel="icon" href="/icon.svg"><script src="/chunks/a.js"></script><a href="/other.html">`;
    expect(filesLoadedBy(html)).toEqual(['chunks/panel.js', 'chunks/a.js', 'assets/a.css']);
  });
});
