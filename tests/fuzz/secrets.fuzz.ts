import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportFormats } from '#core/formats/formats';
import { type Json, valueAt } from '#core/json/json';
import { createRedactor } from '#core/redaction/redactor';
import { findSecrets, redactEventSecrets } from '#core/rules/privacy/secrets-in-event';
import { redactKnownSecrets } from '#core/secrets/known-secrets';
import { createTestRedactor, exportToText, writingOf } from '#tests/fixtures/exchange';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';
import { joinDecodings, tokenEncodings } from '#tests/fixtures/token-encodings';
import { fuzzRuns } from './fuzz-runs';
import { hostileJson, jsonObjectOf } from './hostile-json';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0ZWFjaGVyIn0.c2lnbmF0dXJl';
const PASSWORD = 'geheimes-wort';
const json = hostileJson(['a', 'edata', 'token', 'password', TOKEN, `${TOKEN} `, 'value', 'name', 'toJSON']);

/** Generates JSON with a token in a string or in a field name, or with a password below a sensitive name. */
const jsonWithSecret: fc.Arbitrary<Json> = fc
  .tuple(json, json, fc.nat(4), fc.string({ maxLength: 5 }))
  .map(([one, other, position, around]) => {
    const secrets: readonly Json[] = [
      `${around} ${TOKEN} ${around}`,
      jsonObjectOf([[`${around} ${TOKEN}`, other]]),
      jsonObjectOf([['password', PASSWORD]]),
      jsonObjectOf([['token', [other, jsonObjectOf([['value', PASSWORD]])]]]),
      [jsonObjectOf([['__proto__', jsonObjectOf([['apiKey', [PASSWORD]]])]])],
    ];
    return [one, secrets[position] ?? null, other];
  });

test('a value with a secret has a finding at a path of the redacted value, which contains no secret', () => {
  fc.assert(
    fc.property(jsonWithSecret, (value) => {
      const findings = findSecrets(value);
      const redacted = redactEventSecrets(value);
      expect(findings.length).toBeGreaterThan(0);
      expect(JSON.stringify([redacted, findings])).not.toMatch(/eyJhbG|geheimes/);
      for (const { path } of findings) expect(valueAt(redacted, path)).toBeDefined();
      expect(JSON.stringify(createRedactor().json(value))).not.toMatch(/eyJhbG|geheimes/);
    }),
    { numRuns: fuzzRuns },
  );
});

test('a redacted export of any format contains no secret, wherever a page puts it', () => {
  const position = fc.constantFrom(TOKEN, `x ${TOKEN}`, `https://x.org/?a=${TOKEN}`, 'POST', '$t', 'log');
  fc.assert(
    fc.property(
      jsonWithSecret,
      position,
      position,
      position,
      fc.constantFrom(...exportFormats.map(({ id }) => id)),
      (value, name, url, other, format) => {
        const record = recordOf(1, {
          kind: null,
          name,
          headline: other,
          frame: { frameId: 0, url },
          sdk: { global: other, generation: 'unknown' },
          call: callOf({ method: name, args: [value], truncations: [{ path: ['data', other], reason: 'function' }] }),
          event: eventOf({
            json: jsonObjectOf([
              ['eid', name],
              ['mid', value],
              ['edata', value],
            ]),
          }),
          requests: [
            requestOf({
              url,
              method: name,
              responseText: JSON.stringify(value),
              batchSize: 1,
              bodyFields: { params: value },
            }),
          ],
        });
        expect(exportToText(format, writingOf([record], createTestRedactor()))).not.toMatch(/eyJhbG|geheimes/);
      },
    ),
    { numRuns: fuzzRuns },
  );
});

test('a redacted response does not contain the echoed secret in any encoding', () => {
  const writing = fc.constantFrom(...tokenEncodings.map(([, write]) => write));
  fc.assert(
    fc.property(json, writing, fc.string(), (value, write, around) => {
      const secret = 'QWxhZGRpbjpvcGVuIHNlc2FtZQ.known';
      const response = JSON.stringify([value, `${around}${write(secret)}${around}`]);
      expect(joinDecodings(redactKnownSecrets(response, [secret]))).not.toContain(secret);
    }),
    { numRuns: fuzzRuns },
  );
});
