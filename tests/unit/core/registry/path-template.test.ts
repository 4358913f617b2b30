import { expect, it } from 'vitest';
import { fillTemplate, placeholdersOf } from '#core/registry/path-template';

it('the placeholders of a path template are listed in order, without duplicates', () => {
  expect(placeholdersOf('/api/v1/{Entity}/{osid}/{Entity}')).toEqual(['Entity', 'osid']);
});

it('a value that fills a path template is encoded, and adds no path segment', () => {
  expect(fillTemplate('/api/v1/{Entity}/{osid}', { Entity: 'Teacher', osid: ' ../1-a b ' })).toEqual({
    ok: true,
    value: '/api/v1/Teacher/..%2F1-a%20b',
  });
});

it('filling a path template fails with the names of the missing values', () => {
  expect(fillTemplate('/api/v1/{Entity}/{toString}', { Entity: ' ' })).toEqual({
    ok: false,
    failure: ['Entity', 'toString'],
  });
});

it('a value with a lone surrogate fills a path template with the replacement character, as browsers send it', () => {
  expect(fillTemplate('/api/v1/{Entity}', { Entity: 'T\ud83d' })).toEqual({ ok: true, value: '/api/v1/T%EF%BF%BD' });
});
