import { expect, it } from 'vitest';
import { parseCredentials } from '#components/popup/model/pasted-credentials.ts';
import { measureGrowth } from '#tests/fixtures/growth';
import { pastedLineEnds } from '#tests/fixtures/hostile-inputs';

it.each([
  ['two cells', 'teacher-1\tchalk', { userId: 'teacher-1', password: 'chalk' }],
  ['two lines', ' teacher-1 \r\n chalk \r\n', { userId: 'teacher-1', password: ' chalk ' }],
  ['one word', 'teacher-1', null],
  ['no password', 'teacher-1\t', null],
  ['no user ID', ' \tchalk', null],
  ['three lines', 'teacher-1\nchalk\nx', null],
])('pasted text is parsed as credentials or rejected: %s', (_case, text, credentials) =>
  expect(parseCredentials(text)).toEqual(credentials),
);

it('a pasted text with line breaks in the middle is parsed in linear time', () => {
  expect(measureGrowth(pastedLineEnds, parseCredentials, 20_000)).toBeLessThan(8);
});
