import { afterEach, expect, it, vi } from 'vitest';
import { explainResponse } from '#components/panel/registry/registry-messages.ts';
import type { RegistryResponse } from '#panel/registry-outcome';

const successResponse: RegistryResponse = {
  status: 200,
  statusText: 'OK',
  challenge: null,
  contentType: 'application/json',
  body: '[]',
  milliseconds: 12,
  issuer: 'http://localhost:8080/auth/realms/x',
  expectedIssuer: 'http://localhost:8080/auth/realms/x',
};
const envelope = (status: string, errmsg = '') => JSON.stringify({ params: { status, errmsg }, result: {} });
const explain = (change: Partial<RegistryResponse>) => explainResponse({ ...successResponse, ...change }, 'teacher-04');

afterEach(() => vi.restoreAllMocks());

it('a response of a registry is parsed once even if it is explained several times, and is not parsed if it has millions of brackets', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const rejected: RegistryResponse = {
    ...successResponse,
    status: 404,
    body: envelope('UNSUCCESSFUL', 'no such entity'),
  };
  for (let renders = 0; renders < 3; renders += 1)
    expect(explainResponse(rejected, 'a')?.sentence).toContain('no such');
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockClear();
  const body = '['.repeat(1_500_000) + ']'.repeat(1_500_000);
  expect(explain({ body })).toBeNull();
  expect(explain({ body: '{"a":'.repeat(600_000) })).toBeNull();
  expect(parse).not.toHaveBeenCalled();
});

it.each([['[]'], [envelope('SUCCESSFUL')], [''], ['plain text']])('a 200 with the body %s is a success', (body) => {
  expect(explain({ body })).toBeNull();
});

it('a 200 with UNSUCCESSFUL in its envelope is a failure', () => {
  expect(explain({ body: envelope('UNSUCCESSFUL', 'no such claim') })).toEqual({
    title: 'Request unsuccessful',
    sentence: 'The registry responded with 200, but the response says UNSUCCESSFUL (no such claim).',
  });
});

it('a 401 with two different issuers is explained with both (issuer trap)', () => {
  const texts = explain({ status: 401, expectedIssuer: 'http://keycloak:8080/auth/realms/x' });
  expect(texts?.sentence).toMatch(/^The token’s issuer is http:\/\/localhost:8080.*expects http:\/\/keycloak:8080/);
});

it('a 401 is explained with the details of the rejected token and a hint which values to compare', () => {
  const texts = explain({ status: 401, challenge: 'Bearer error="invalid_token", error_description="expired"' });
  expect(texts?.sentence).toContain('Details: expired.');
  expect(texts?.sentence).toContain('often http://keycloak:8080');
});

it.each([
  [403, 'Forbidden', /teacher-04 is authenticated but not authorized \(not yours\)/],
  [404, 'Not found', /Teacher, not teacher/],
  [400, 'Request rejected', /Compare the request body/],
  [503, 'Registry error', /responded with 503 \(not yours\)/],
])('a response of a registry with status %i is explained as %s', (status, title, sentence) => {
  const texts = explain({ status, body: envelope('UNSUCCESSFUL', 'not yours') });
  expect(texts?.title).toBe(title);
  expect(texts?.sentence).toMatch(sentence);
});
