import { describe, expect, it } from 'vitest';
import type { Json } from '../../../lib/json';
import { findSecrets, MASK, maskSecrets } from '../../../lib/privacy/secrets-in-event';

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ0ZWFjaGVyIn0.c2lnbmF0dXJl';
const inEvent = (edata: Json): Json => ({ eid: 'LOG', edata });

describe('a secret in an event is an error of the rule set privacy', () => {
  it.each<[string, Json, string, string]>([
    ['a JSON Web Token', { message: `got ${token} back` }, 'edata.message', 'a JSON Web Token'],
    ['a header', { params: [{ h: 'Bearer abcdefghijklmnop1234' }] }, 'edata.params.0.h', 'an Authorization header'],
    ['a password by its name', { password: 'x' }, 'edata.password', 'what its name says (password)'],
    ['a token by its name', { access_token: 'x' }, 'edata.access_token', 'what its name says (access_token)'],
    ['tokens in a list', { tokens: 1, apiKey: ['x'] }, 'edata.apiKey.0', 'what its name says (apiKey)'],
    ['a password in an address', { uri: 'https://me:word@host/x' }, 'edata.uri', 'a password in an address'],
    ['a token in an address', { uri: 'https://host/x?access_token=abc' }, 'edata.uri', 'a token in an address'],
  ])('%s', (_case, edata, path, name) => {
    const findings = findSecrets(inEvent(edata));
    expect(findings).toMatchObject([{ ruleSet: 'privacy', severity: 'error', path: path.split('.').map(step) }]);
    expect(findings[0]?.message).toBe(
      `${path} holds ${name}. Telemetry is stored and read by many: send no token and no password.`,
    );
  });

  it.each<[string, Json]>([
    ['words about them', { message: 'The password was wrong, token expired', tokenType: 'Bearer', type: 'password' }],
    ['ids', { id: '5f4dcc3b5aa765d61d8327deb882cf99', did: 'eyJ', sid: 'a-b-c' }],
    ['an empty field', { password: '', token: null }],
    ['a time in an address', { uri: 'https://host:8080/x?time=12:30@noon' }],
  ])('%s are none', (_case, edata) => {
    expect(findSecrets(inEvent(edata))).toEqual([]);
  });

  it('lists 20 at most', () => {
    expect(findSecrets(Array.from({ length: 1000 }, () => ({ password: 'x' })))).toHaveLength(20);
  });
});

describe('masking', () => {
  it('hides every secret and leaves the rest', () => {
    const event = inEvent({ message: `got ${token} back`, password: 'word', n: [1, 'plain'] });
    expect(maskSecrets(event)).toEqual(inEvent({ message: `got ${MASK} back`, password: MASK, n: [1, 'plain'] }));
  });

  it('gives the very same event where there is none', () => {
    const event = inEvent({ message: 'plain' });
    expect(maskSecrets(event)).toBe(event);
  });

  it('survives hostile shapes: __proto__, and nesting without end', () => {
    const proto: Json = JSON.parse('{"__proto__": {"password": "word"}}');
    expect(JSON.stringify(maskSecrets(proto))).toBe(`{"__proto__":{"password":"${MASK}"}}`);
    let deep: Json = { password: 'word' };
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(findSecrets(deep)).toHaveLength(1);
    expect(String(maskSecrets(deep))).not.toContain('word');
  });
});

function step(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}
