import { afterEach, expect, it, vi } from 'vitest';
import { createResponseParts } from '#components/panel/details/journey/response-parts.ts';
import { JsonScanner } from '#core/json/json-scanner';

const brackets = (size: number): readonly string[] => [
  '['.repeat(size),
  '['.repeat(size / 2) + ']'.repeat(size / 2),
  `[${'[],'.repeat(size / 3)}[]]`,
  '{"a":'.repeat(size / 5),
];

afterEach(() => vi.restoreAllMocks());

it('the text of a response is formatted if it is JSON, and is unchanged otherwise', () => {
  const linesOf = (text: string) =>
    createResponseParts(text).parts.value.flatMap((part) => part.map((line) => line.text));
  expect(linesOf('{"a":1}')).toEqual(['{', '  "a": 1', '}']);
  expect(linesOf('[[[')).toEqual(['[[[']);
});

it('the text of a response with too many brackets is not parsed, and only its first part is tokenized', () => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const text of brackets(3_000_000)) expect(createResponseParts(text).parts.value).toHaveLength(1);
  expect(parse).not.toHaveBeenCalled();
});

it.each([0, 1, 2, 3])(
  'the work to show the text of a response does not grow with its number of brackets (%#)',
  (form) => {
    const tokensOf = (size: number): number => {
      let tokens = 0;
      const { next } = JsonScanner.prototype;
      vi.spyOn(JsonScanner.prototype, 'next').mockImplementation(function (this: JsonScanner) {
        tokens += 1;
        return next.call(this);
      });
      createResponseParts(brackets(size)[form] ?? '');
      vi.restoreAllMocks();
      return tokens;
    };
    const few = tokensOf(1_200_000);
    expect(few).toBeGreaterThan(0);
    expect(tokensOf(4_800_000)).toBe(few);
  },
);
