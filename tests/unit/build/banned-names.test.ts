import { expect, it } from 'vitest';
import { findBannedNames } from '#build/banned-names';

const namesIn = (text: string, path = 'lib/core/example.ts') => findBannedNames(path, text).map(({ name }) => name);

it.each([
  ['const MOST_EVENTS = 3;', 'MOST_EVENTS'],
  ['const ROWS_AT_ONCE = 3;', 'ROWS_AT_ONCE'],
  ['const rowDeeds = [];', 'Deeds'],
  ['interface IdentityWorld {}', 'IdentityWorld'],
  ['const usualWidth = 36;', 'usualWidth'],
  ['// Nobody reads it.', 'Nobody'],
  ['// The event as it travels.', 'as it travels'],
  ['// What would mend it.', 'mend'],
  ['// A header that is left out.', 'left out'],
  ['// A call that is given up.', 'given up'],
  ['const told = reports.map(textOf);', 'const told'],
  ['function answerBatches(): void {}', 'answerBatches'],
])('findBannedNames finds the banned name in %s', (text, name) => {
  expect(namesIn(text)).toEqual([name]);
});

it('findBannedNames finds a banned file name, such as one that ends in “words”', () => {
  expect(namesIn('', 'components/i18n/journey-words.ts')).toEqual(['components/i18n/journey-words.ts']);
});

it('findBannedNames reports the line of a banned name and advises a better one', () => {
  expect(findBannedNames('lib/core/example.ts', '\nconst MOST = 3;\n')).toEqual([
    { line: 2, name: 'MOST', advice: 'Write MAX_ or MIN_ with a unit: MAX_BODY_BYTES.' },
  ]);
});
