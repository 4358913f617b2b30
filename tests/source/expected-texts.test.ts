import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readWordings } from '#build/i18n/locale-file';
import { readMessages } from '#tests/drivers/read-messages';
import { findExpectedTexts, isInterfaceText } from './expected-texts';

const AREAS = [
  'tests/e2e',
  'tests/firefox',
  'tests/keycloak',
  'tests/component',
  'tests/drivers',
  'tests/bench',
  'demo',
];

/** The report of the command line is in English only. */
const ENGLISH_ONLY = 'tests/e2e/html-report.spec.ts';

const messages = [...readMessages('en').values()].flatMap(readWordings);
const files = AREAS.flatMap((area) =>
  readdirSync(area, { recursive: true, encoding: 'utf8' }).map((path) => `${area}/${path}`),
).filter((path) => /\.tsx?$/.test(path) && !path.startsWith('tests/component/kit/') && path !== ENGLISH_ONLY);

const planted = (source: string) =>
  findExpectedTexts('planted.ts', source)
    .filter(({ text }) => isInterfaceText(text, messages))
    .map(({ text }) => text);

it('tests contain no interface text, and read it from the locales by `t` and `tPattern`', () => {
  const strays = files.flatMap((path) =>
    findExpectedTexts(path, readFileSync(path, 'utf8'))
      .filter(({ text }) => isInterfaceText(text, messages))
      .map(({ line, text }) => `${path}:${line}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(strays).toEqual([]);
});

it.each([
  ['as a role’s name', "panel.getByRole('tab', { name: 'Compose', exact: true })", 'Compose'],
  ['as a text', "panel.getByText('Auto-scroll on')", 'Auto-scroll on'],
  ['as a filter', "rows.filter({ hasText: 'Not checkable' })", 'Not checkable'],
  ['as a part of a text', "expect(line).toContainText('Your draft is unchanged.')", 'Your draft is unchanged.'],
  ['in a template', 'panel.getByText(`Stopped watching $' + '{host}`)', 'Stopped watching'],
  ['in a regular expression', 'panel.getByText(/^\\d+ of \\d+ events as expected/)', 'events as expected'],
])('an interface text in a test is found %s', (_, source, text) => {
  expect(planted(source)).toEqual([text]);
});
