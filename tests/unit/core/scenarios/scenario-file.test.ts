import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createPlaySession } from '#core/scenarios/play-session';
import { newScenario } from '#core/scenarios/scenario';
import { fileNameOf, parseScenarioFile, scenarioText } from '#core/scenarios/scenario-file';

const head = { format: 'telemetry-v3-scenario', version: 1, name: 'A' };

it('a scenario file is parsed as the scenario that was written', () => {
  expect(parseScenarioFile(scenarioText(createPlaySession('Play session')))).toEqual({
    ok: true,
    value: [createPlaySession('Play session')],
  });
});

it('a scenario file can contain a list of scenarios', () => {
  const two = [createPlaySession('Play session'), newScenario('Empty')];
  expect(parseScenarioFile(JSON.stringify(two))).toEqual({ ok: true, value: two });
});

it.each([
  ['{"a": ', 'Line 1, column 7:'],
  ['{}', 'Not a scenario: “format” isn’t “telemetry-v3-scenario”.'],
  ['7', 'Not a scenario: “format” isn’t “telemetry-v3-scenario”.'],
  [
    JSON.stringify({ ...head, version: 2, steps: [] }),
    'Unsupported version 2; this panel reads version 1. Update the extension.',
  ],
  [
    JSON.stringify({ ...head, steps: [{ type: 'wait-for', filter: 'kind:interacts' }] }),
    'Step 1, filter: “interacts” isn’t a kind.',
  ],
  [
    JSON.stringify({ ...head, steps: [{ type: 'wait-for', filter: '/(a*)\\1/' }] }),
    'Step 1, filter: /(a*)\\1/ could take too long. Remove the backreference.',
  ],
  [
    JSON.stringify({ ...head, steps: [{ type: 'expect-field', path: 'edata', is: { matches: '(?=a*)b' } }] }),
    '/(?=a*)b/ could take too long. Remove the lookaround or the repetition.',
  ],
  [JSON.stringify({ ...head, steps: [{ type: 'wait', ms: -1 }] }), 'Step 1, ms:'],
  [JSON.stringify({ ...head, steps: [{ type: 'jump' }] }), 'Step 1, type:'],
  [JSON.stringify({ ...head, name: '', steps: [] }), 'name:'],
  [
    JSON.stringify([
      { ...head, steps: [] },
      { ...head, steps: 7 },
    ]),
    'Scenario 2: steps:',
  ],
  [JSON.stringify(Array.from({ length: 201 }, () => ({ ...head, steps: [] }))), 'more than 200 scenarios. Split it.'],
])('the scenario file %s is rejected with the location of the error: %s', (text, message) => {
  const result = parseScenarioFile(text);
  expect(result.ok ? '' : messageText(result.failure)).toContain(message);
});

it('the error for a scenario file with very many unknown fields is short', () => {
  const unknownFields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 1]));
  const result = parseScenarioFile(JSON.stringify({ ...head, steps: [{ type: 'wait', ms: 1, ...unknownFields }] }));
  expect(result.ok ? '' : messageText(result.failure)).toMatch(/^Step 1: Unrecognized keys.{10,400}$/);
});

it('parsing any text as a scenario file never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((steps) => JSON.stringify({ ...head, steps })),
      ),
      (text) => {
        const result = parseScenarioFile(text);
        expect(result.ok || messageText(result.failure).length > 0).toBe(true);
      },
    ),
  );
});

it.each([
  ['Play session', 'play-session.scenario.json'],
  ['../../etc/passwd', 'etc-passwd.scenario.json'],
  ['जल चक्र', 'जल-चक्र.scenario.json'],
  ['Résumé ①', 'résumé-1.scenario.json'],
  ['💧', 'scenario.scenario.json'],
])('the file name for the scenario %s contains only safe characters', (name, file) => {
  const fileName = fileNameOf({ name }, '.scenario.json');
  expect(fileName).toMatch(/^[\p{L}\p{M}\p{N}-]+\.scenario\.json$/u);
  expect(fileName).toBe(file);
});
