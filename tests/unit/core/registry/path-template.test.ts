import { expect, it } from 'vitest';
import { fillTemplate, placeholdersOf } from '#core/registry/path-template';

it('a path template names its parts in order, each once', () => {
  expect(placeholdersOf('/api/v1/{Entity}/{osid}/{Entity}')).toEqual(['Entity', 'osid']);
});

it('a path template is filled, and a value adds no step to the path', () => {
  expect(fillTemplate('/api/v1/{Entity}/{osid}', { Entity: 'Teacher', osid: ' ../1-a b ' })).toEqual({
    ok: true,
    value: '/api/v1/Teacher/..%2F1-a%20b',
  });
});

it('a path template says what is missing', () => {
  expect(fillTemplate('/api/v1/{Entity}/{toString}', { Entity: ' ' })).toEqual({
    ok: false,
    failure: ['Entity', 'toString'],
  });
});
