import { expect, it } from 'vitest';
import { compileCatalogs } from '#build/i18n/compile-catalogs';
import { formsOf } from '#build/i18n/locale-file';
import { structureTypes } from '#build/i18n/structure-types';
import { usedKeys } from '#build/i18n/used-keys';

const messages = new Map([
  ['list.title', "Events of {page} '{'}'"],
  ['list.events', '{count, plural, one {{n} event} other {{n} events}}'],
]);

it('the messages of each language are compiled with its plural forms, and need no parser', async () => {
  const catalogs = ['en', 'hi'].map((language) => ({ name: `texts/${language}/page`, language, messages }));
  const files = await compileCatalogs(catalogs);
  expect(files.map(({ fileName }) => fileName).sort()).toEqual([
    'texts/en/page.js',
    'texts/hi/page.js',
    'texts/runtime.js',
  ]);
  const size = files.reduce((sum, { code }) => sum + code.length, 0);
  expect(size).toBeLessThan(1000);
});

it('the values of a message are typed', () => {
  expect(structureTypes(messages)).toContain("'list.title': { plural: false; namedSubstitutions: ['page'] };");
  expect(structureTypes(messages)).toContain("'list.events': { plural: true; namedSubstitutions: ['n'] };");
});

it('the keys of a source are found, whole and by the start of a template', () => {
  const keys = ['a.b', 'a.c', 'd.e.f', 'd.e.g.h'];
  expect([...usedKeys(`t('a.b'); t(\`d.e.$\{name}\`); 'a.bc'`, keys)]).toEqual(['a.b', 'd.e.f']);
});

it('names the wordings of a message', () => {
  expect(formsOf(messages.get('list.events') ?? '')).toEqual(['{n} event', '{n} events']);
});
