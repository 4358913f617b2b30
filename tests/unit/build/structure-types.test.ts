import { expect, it } from 'vitest';
import { structureTypes } from '#build/i18n/structure-types';

const messages = new Map([
  ['list.title', "Events of {page} '{'}'"],
  ['list.events', '{count, plural, one {{n} event} other {{n} events}}'],
]);

it('the values of a message are typed', () => {
  expect(structureTypes(messages)).toContain("'list.title': { plural: false; namedSubstitutions: ['page'] };");
  expect(structureTypes(messages)).toContain("'list.events': { plural: true; namedSubstitutions: ['n'] };");
});
