/** The difference of a step between two sessions. */
export type StepDifference = 'same' | 'changed' | 'added' | 'removed';

/** A step of two sessions, by the indexes of its events. `null` if a session does not have the step. */
export interface AlignedStep {
  readonly type: StepDifference;
  readonly one: number | null;
  readonly other: number | null;
}

/** The keys by which the steps of a session are aligned. */
export interface StepKeys {
  /** Keys that are equal for equal steps. */
  readonly exact: readonly string[];
  /** Keys that are equal for similar steps, such as events of one kind. */
  readonly similar: readonly string[];
}

/** Maximum number of steps of each session in one window of Myers' algorithm. */
const WINDOW_STEPS = 256;
/** Maximum number of steps between two yields. */
const YIELD_STEPS = 4_096;
/** Limit of the nested searches for unique steps. Each level takes linear time. */
const MAX_DEPTH = 8;

/**
 * Aligns the steps of two sessions, so that as many equal steps as possible match in order.
 * First matches the steps that are unique in each session. Between them, computes the shortest edit by Myers'
 * algorithm, in windows of {@link WINDOW_STEPS}. In longer ranges without unique steps, too many steps may count as
 * different.
 * Finally aligns similar steps between equal steps.
 *
 * It yields at least once in {@link YIELD_STEPS} steps, so that the work can be spread over tasks.
 */
export function* alignSteps(one: StepKeys, other: StepKeys): Generator<undefined, readonly AlignedStep[]> {
  const steps: AlignedStep[] = [];
  const gap = { one: 0, other: 0 };
  const closeGap = function* (oneEnd: number, otherEnd: number): Generator<undefined, void> {
    const range = { oneFrom: gap.one, oneTo: oneEnd, otherFrom: gap.other, otherTo: otherEnd };
    const similar = yield* findPairs(one.similar, other.similar, range);
    addGap(steps, similar, range);
  };
  const range = { oneFrom: 0, oneTo: one.exact.length, otherFrom: 0, otherTo: other.exact.length };
  for (const pair of yield* findPairs(one.exact, other.exact, range)) {
    if (pair.one > gap.one || pair.other > gap.other) yield* closeGap(pair.one, pair.other);
    steps.push({ type: 'same', ...pair });
    Object.assign(gap, { one: pair.one + 1, other: pair.other + 1 });
    if (pair.one % YIELD_STEPS === 0) yield;
  }
  yield* closeGap(one.exact.length, other.exact.length);
  return steps;
}

interface Pair {
  readonly one: number;
  readonly other: number;
}

/** Index ranges in two lists. The ends are exclusive. */
interface Range {
  readonly oneFrom: number;
  readonly oneTo: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

function addGap(steps: AlignedStep[], pairs: readonly Pair[], range: Range): void {
  let [one, other] = [range.oneFrom, range.otherFrom];
  const addUntil = (oneEnd: number, otherEnd: number): void => {
    for (; one < oneEnd; one += 1) steps.push({ type: 'removed', one, other: null });
    for (; other < otherEnd; other += 1) steps.push({ type: 'added', one: null, other });
  };
  for (const pair of pairs) {
    addUntil(pair.one, pair.other);
    steps.push({ type: 'changed', ...pair });
    [one, other] = [pair.one + 1, pair.other + 1];
  }
  addUntil(range.oneTo, range.otherTo);
}

/** Finds equal keys in order. Matches the keys at both ends, then unique keys, then as many as possible in between. */
function* findPairs(
  one: readonly string[],
  other: readonly string[],
  range: Range,
  depth = 0,
): Generator<undefined, readonly Pair[]> {
  const pairs: Pair[] = [];
  let { oneFrom, oneTo, otherFrom, otherTo } = range;
  for (; oneFrom < oneTo && otherFrom < otherTo && one[oneFrom] === other[otherFrom]; oneFrom += 1, otherFrom += 1) {
    pairs.push({ one: oneFrom, other: otherFrom });
  }
  const end: Pair[] = [];
  for (; oneTo > oneFrom && otherTo > otherFrom && one[oneTo - 1] === other[otherTo - 1]; oneTo -= 1, otherTo -= 1) {
    end.push({ one: oneTo - 1, other: otherTo - 1 });
  }
  const rest = { oneFrom, oneTo, otherFrom, otherTo };
  if (oneFrom < oneTo && otherFrom < otherTo) {
    for (const pair of yield* findPairsBetween(one, other, rest, depth)) pairs.push(pair);
  }
  for (const pair of end.reverse()) pairs.push(pair);
  return pairs;
}

function* findPairsBetween(
  one: readonly string[],
  other: readonly string[],
  range: Range,
  depth: number,
): Generator<undefined, readonly Pair[]> {
  const anchors = isSmall(range) || depth > MAX_DEPTH ? [] : yield* findAnchors(one, other, range);
  const pairs: Pair[] = [];
  let { oneFrom, otherFrom } = range;
  for (const anchor of [...anchors, { one: range.oneTo, other: range.otherTo }]) {
    const part = { oneFrom, oneTo: anchor.one, otherFrom, otherTo: anchor.other };
    const inner =
      anchors.length > 0 ? yield* findPairs(one, other, part, depth + 1) : yield* findPairsInWindows(one, other, part);
    for (const pair of inner) pairs.push(pair);
    if (anchor.one < range.oneTo) pairs.push(anchor);
    [oneFrom, otherFrom] = [anchor.one + 1, anchor.other + 1];
  }
  return pairs;
}

function isSmall({ oneFrom, oneTo, otherFrom, otherTo }: Range): boolean {
  return oneTo - oneFrom <= WINDOW_STEPS && otherTo - otherFrom <= WINDOW_STEPS;
}

/** Finds keys that are unique in each range. Returns as many as possible that are in the same order. */
function* findAnchors(
  one: readonly string[],
  other: readonly string[],
  range: Range,
): Generator<undefined, readonly Pair[]> {
  const ones = yield* findUniqueIndexes(one, range.oneFrom, range.oneTo);
  const others = yield* findUniqueIndexes(other, range.otherFrom, range.otherTo);
  const unique: Pair[] = [];
  for (const [key, index] of ones) {
    const same = others.get(key);
    if (index !== null && same !== undefined && same !== null) unique.push({ one: index, other: same });
  }
  return findLongestIncreasing(unique);
}

function* findUniqueIndexes(
  keys: readonly string[],
  from: number,
  to: number,
): Generator<undefined, ReadonlyMap<string, number | null>> {
  const indexes = new Map<string, number | null>();
  for (let index = from; index < to; index += 1) {
    const key = keys[index] ?? '';
    indexes.set(key, indexes.has(key) ? null : index);
    if (index % YIELD_STEPS === 0) yield;
  }
  return indexes;
}

/** Returns the longest subsequence with increasing `other`. The pairs must be in the order of `one`. */
function findLongestIncreasing(pairs: readonly Pair[]): readonly Pair[] {
  interface Link {
    readonly pair: Pair;
    readonly before: Link | null;
  }
  const ends: Link[] = [];
  for (const pair of pairs) {
    let [from, to] = [0, ends.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((ends[middle]?.pair.other ?? 0) < pair.other) from = middle + 1;
      else to = middle;
    }
    ends[from] = { pair, before: ends[from - 1] ?? null };
  }
  const longest: Pair[] = [];
  for (let link = ends.at(-1) ?? null; link !== null; link = link.before) longest.push(link.pair);
  return longest.reverse();
}

/** Finds as many equal keys in order as possible, in windows at the same relative position of both ranges. */
function* findPairsInWindows(
  one: readonly string[],
  other: readonly string[],
  { oneFrom, oneTo, otherFrom, otherTo }: Range,
): Generator<undefined, readonly Pair[]> {
  const [oneLength, otherLength] = [oneTo - oneFrom, otherTo - otherFrom];
  if (oneLength <= 0 || otherLength <= 0) return [];
  const pairs: Pair[] = [];
  const windows = Math.ceil(Math.max(oneLength, otherLength) / WINDOW_STEPS);
  const windowStart = (from: number, length: number, window: number) => from + Math.floor((length * window) / windows);
  for (let window = 0; window < windows; window += 1) {
    const [oneStart, otherStart] = [
      windowStart(oneFrom, oneLength, window),
      windowStart(otherFrom, otherLength, window),
    ];
    const ones = one.slice(oneStart, windowStart(oneFrom, oneLength, window + 1));
    const others = other.slice(otherStart, windowStart(otherFrom, otherLength, window + 1));
    for (const pair of findCommonKeys(ones, others)) {
      pairs.push({ one: oneStart + pair.one, other: otherStart + pair.other });
    }
    yield;
  }
  return pairs;
}

/** Finds as many equal keys in order as possible. First omits keys that only one list has. */
function findCommonKeys(one: readonly string[], other: readonly string[]): readonly Pair[] {
  const ones = indexesIn(one, new Set(other));
  const others = indexesIn(other, new Set(one));
  const keysAt = (keys: readonly string[], indexes: readonly number[]) => indexes.map((index) => keys[index] ?? '');
  return findShortestEdit(keysAt(one, ones), keysAt(other, others)).map((pair) => ({
    one: ones[pair.one] ?? 0,
    other: others[pair.other] ?? 0,
  }));
}

function indexesIn(keys: readonly string[], otherKeys: ReadonlySet<string>): readonly number[] {
  return keys.flatMap((key, index) => (otherKeys.has(key) ? [index] : []));
}

/** Returns the equal keys of the shortest edit (Myers' algorithm). Time and memory are quadratic in the differences. */
function findShortestEdit(one: readonly string[], other: readonly string[]): readonly Pair[] {
  const [n, m] = [one.length, other.length];
  const offset = n + m + 1;
  const furthest = new Int32Array(2 * offset + 1);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= n + m; edits += 1) {
    history.push(furthest.slice(offset - edits - 1, offset + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const isDown =
        k === -edits || (k !== edits && numberAt(furthest, offset + k - 1) < numberAt(furthest, offset + k + 1));
      let x = isDown ? numberAt(furthest, offset + k + 1) : numberAt(furthest, offset + k - 1) + 1;
      for (let y = x - k; x < n && y < m && one[x] === other[y]; y += 1) x += 1;
      furthest[offset + k] = x;
      if (x >= n && x - k >= m) return tracePairs(history, edits, n, m);
    }
  }
  return [];
}

function tracePairs(history: readonly Int32Array[], edits: number, n: number, m: number): readonly Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [n, m];
  for (let d = edits; d >= 0; d -= 1) {
    const furthest = history[d] ?? new Int32Array();
    const valueAt = (k: number) => numberAt(furthest, k + d + 1);
    const k = x - y;
    const isDown = k === -d || (k !== d && valueAt(k - 1) < valueAt(k + 1));
    const beforeK = isDown ? k + 1 : k - 1;
    const beforeX = d === 0 ? 0 : valueAt(beforeK);
    const beforeY = d === 0 ? 0 : beforeX - beforeK;
    for (; x > beforeX && y > beforeY; x -= 1, y -= 1) pairs.push({ one: x - 1, other: y - 1 });
    [x, y] = [beforeX, beforeY];
  }
  return pairs.reverse();
}

function numberAt(values: Int32Array, index: number): number {
  return values[index] ?? 0;
}
