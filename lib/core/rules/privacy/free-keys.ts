/** Renames fields so that none gets lost where several were masked alike: `•••`, `••• (2)`. */
export function withFreeKeys<Value>(
  entries: readonly (readonly [string, Value])[],
): readonly (readonly [string, Value])[] {
  const taken = new Set<string>();
  // Each search starts where the last one for the same key ended: n equal keys would cost n² steps.
  const lastCounts = new Map<string, number>();
  return entries.map(([key, value]) => {
    let free = key;
    let count = lastCounts.get(key) ?? 1;
    for (; taken.has(free); free = `${key} (${count})`) count += 1;
    lastCounts.set(key, count);
    taken.add(free);
    return [free, value];
  });
}
