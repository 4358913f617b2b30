import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { findCompletions } from '#components/panel/filter/completions.ts';
import { createFilter, queryText } from '#components/panel/filter/filter.ts';
import { compilePattern } from '#core/patterns/compile-pattern';
import { compileQuery } from '#core/query/compile-query';
import { parseQuery } from '#core/query/parse-query';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { fuzzRuns } from './fuzz-runs';
import { hostileJson } from './hostile-json';

const names = ['eid', 'edata', 'context', 'cdata', 'constructor', '__proto__', 'x', '1'];
const json = hostileJson(names);
const part = fc.oneof(
  fc.constantFrom('kind:', 'is:', 'time:', 'page:', 'edata.', 'constructor.', '__proto__.x:', 'cdata.1.', 'sid:'),
  fc.constantFrom('-', '"', '/', '\\', ' ', ':', '*', '>', '<=', ',', '..', '\n', '(', '[', '{', '+', '|', '$', '(?='),
  fc.constantFrom('log', 'lost', '14:02', 'a', '(a+)+', '[^a]*', '\\p{L}+', '\\1', '{1001}', '(?<n>', '😀', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const inputText = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

test('a filter of any text is parsed and can be applied to any event, or has a short error message', () => {
  fc.assert(
    fc.property(inputText, json, (text, event) => {
      const query = parseQuery<never>(text, compilePattern);
      const record = recordOf(1, { event: eventOf({ json: event }) });
      if (query.ok) expect(typeof compileQuery(query.value)(record)).toBe('boolean');
      else expect(messageText(query.failure.message).length).toBeLessThan(400);
      findCompletions(text, () => [event]);
    }),
    { numRuns: fuzzRuns },
  );
});

test('the filter preserves each entered character, and closes an open quote', () => {
  const charactersOf = (texts: readonly string[]) => texts.join('').replaceAll(/\s/g, '').split('').sort().join('');
  fc.assert(
    fc.property(inputText, (text) => {
      const filter = createFilter(compilePattern);
      filter.setText(text);
      filter.finish();
      const { tokens, text: rest } = filter.value.value;
      // An open quote may end within an escape.
      const possible = [text, `${text}"`, `${text.replace(/\\(\s*)$/, '$1')}"`];
      expect(possible.map((each) => charactersOf([each]))).toContain(charactersOf([...tokens, rest]));
      queryText(filter.value.value);
    }),
    { numRuns: fuzzRuns },
  );
});
