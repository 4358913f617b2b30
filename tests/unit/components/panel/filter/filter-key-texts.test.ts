import { expect, it } from 'vitest';
import { filterKeyTexts } from '#components/panel/filter/filter-key-texts.ts';
import { filterKeys } from '#core/query/filter-keys';

it.each(Object.entries(filterKeyTexts()))(
  'the suggested values of %s are exactly the values that the filter accepts',
  (key, { values }) => {
    const acceptedValues = Object.entries(filterKeys).find(([name]) => name === key)?.[1].values ?? null;
    expect(values && Object.keys(values).sort()).toEqual(acceptedValues && [...acceptedValues].sort());
  },
);
