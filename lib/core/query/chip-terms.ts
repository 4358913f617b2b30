import { valuesOf } from './filter-keys';
import type { Query } from './query';
import { splitTerms } from './split-terms';

/** The keys whose terms chips show and set. */
export type ChipKey = 'kind' | 'is';

/** Returns the values that are selected by the chip terms of a filter. */
export function readChipValues(tokens: readonly string[], key: ChipKey): ReadonlySet<string> {
  return new Set(tokens.flatMap((token) => parseChipValues(token, key) ?? []));
}

/** Adds a value to the chip term of a key, or removes it; removes an empty term. */
export function toggleChip(tokens: readonly string[], key: ChipKey, value: string): readonly string[] {
  if (readChipValues(tokens, key).has(value)) {
    return tokens.flatMap((token) => {
      const values = parseChipValues(token, key);
      if (!values?.includes(value)) return [token];
      return toChipTerms(
        key,
        values.filter((other) => other !== value),
      );
    });
  }
  const last = tokens.findLastIndex((token) => parseChipValues(token, key) !== null);
  if (last < 0) return [...tokens, ...toChipTerms(key, [value])];
  return tokens.flatMap((token, index) =>
    index === last ? toChipTerms(key, [...(parseChipValues(token, key) ?? []), value]) : [token],
  );
}

/** Removes the terms that the chips of a key have set. */
export function withoutChips(tokens: readonly string[], key: ChipKey): readonly string[] {
  return tokens.filter((token) => parseChipValues(token, key) === null);
}

/** Removes the terms that the chips of a key have set from a parsed filter. */
export function queryWithoutChips(query: Query, key: ChipKey): Query {
  return query.filter((term) => parseChipValues(term.text, key) === null);
}

/** Returns the terms of a parsed filter that the chips of a key have set. */
export function queryOfChips(query: Query, key: ChipKey): Query {
  return query.filter((term) => parseChipValues(term.text, key) !== null);
}

function toChipTerms(key: ChipKey, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [`${key}:${values.join(',')}`];
}

/** Returns the values of a chip term, which lists known values of its key; `null` for any other term. */
function parseChipValues(token: string, key: ChipKey): readonly string[] | null {
  const [term, more] = splitTerms(token);
  if (!term || more || term.key !== key || term.isNegated || term.form !== 'plain') return null;
  const values = term.value
    .toLowerCase()
    .split(',')
    .filter((word) => word !== '');
  const knownValues = valuesOf(key) ?? [];
  return values.length > 0 && values.every((word) => knownValues.includes(word)) ? values : null;
}
