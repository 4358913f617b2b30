import { afterEach, describe, expect, it, vi } from 'vitest';
import { createResponseParts } from '#components/panel/details/journey/response-parts.ts';
import { countSteps } from '#tests/fixtures/counted-steps';

const brackets = (size: number): readonly string[] => [
  '['.repeat(size),
  '['.repeat(size / 2) + ']'.repeat(size / 2),
  `[${'[],'.repeat(size / 3)}[]]`,
  '{"a":'.repeat(size / 5),
];

afterEach(() => vi.restoreAllMocks());

describe('the text of a response', () => {
  it('is laid out where it is JSON, and stays as it is where it is none', () => {
    const linesOf = (text: string) =>
      createResponseParts(text).shown.value.flatMap((part) => part.map((line) => line.text));
    expect(linesOf('{"a":1}')).toEqual(['{', '  "a": 1', '}']);
    expect(linesOf('[[[')).toEqual(['[[[']);
  });

  it('is not parsed where it has too many brackets, and its first part is the work of a part', () => {
    const parse = vi.spyOn(JSON, 'parse');
    for (const text of brackets(3_000_000)) expect(createResponseParts(text).shown.value).toHaveLength(1);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([0, 1, 2, 3])('has the same work for four times as many brackets (%#)', (form) => {
    const [few, many] = countSteps(
      [1_200_000, 4_800_000].map((size) => () => createResponseParts(brackets(size)[form] ?? '')),
    );
    expect(few).toBeGreaterThan(0);
    expect(many).toBe(few);
  });
});
