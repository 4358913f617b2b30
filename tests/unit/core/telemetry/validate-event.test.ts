import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#core/json/json';
import { sampleArguments } from '#core/telemetry/draft';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { validateCall, validateEvent } from '#core/telemetry/validate-event';
import { textOf } from '#tests/fixtures/finding-text';
import { formatFindings } from './format-finding';
import { eventOf } from './sample-events';

const interact = { type: 'TOUCH', id: 'next', pageid: 'page-1' };

function findingsOfEvent(event: Json) {
  return formatFindings(validateEvent(event));
}

/** Returns the edata of the event that the call with the sample emits. */
function edataOf(kind: EventKind): Json {
  return sampleArguments(kind).at(-1) ?? null;
}

function createUnknownFields(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
}

it('a method that is not a V3 kind has the verdict unknown, and the finding lists all kinds', () => {
  const verdict = validateCall('click', []);
  expect(verdict).toMatchObject({ verdict: 'unknown', kind: null });
  expect(textOf(verdict.findings[0])).toBe(`The event type must be one of ${eventKinds.join(', ')}; got "click".`);
});

it('a method that differs from a V3 kind in letter case has the verdict unknown, and the finding suggests the kind', () => {
  expect(textOf(validateCall('Start', []).findings[0])).toBe('The value is case-sensitive: use start, not "Start".');
});

it.each(['__proto__', 'constructor', 'toString', ''])('a method named %j has the verdict unknown', (method) => {
  expect(validateCall(method, []).verdict).toBe('unknown');
});

it.each(eventKinds)('the event of the sample of %s has no findings', (kind) => {
  expect(validateEvent(eventOf(kind, edataOf(kind)))).toEqual({ verdict: 'valid', kind, findings: [] });
});

it('the findings of an event have paths in the event and a rule set', () => {
  const { findings } = validateEvent(eventOf('interact', { ...interact, type: 'click' }, { ver: '2.0' }));
  expect(findings.map(({ ruleSet, path }) => [ruleSet, path])).toEqual([
    ['envelope', ['ver']],
    ['definition', ['edata', 'type']],
  ]);
});

it.each(['eid', 'ets', 'ver', 'mid', 'actor', 'context', 'edata'])('an event without %s is invalid', (field) => {
  const event = eventOf('interact', interact, { [field]: undefined });
  expect(findingsOfEvent(event)).toEqual([`error missing ${field}`]);
});

it.each(eventKinds)('%s without edata has one finding instead of one per field', (kind) => {
  expect(findingsOfEvent(eventOf(kind, undefined))).toEqual(['error missing edata']);
  expect(findingsOfEvent(eventOf(kind, []))).toEqual(['error wrong-type edata']);
});

it('an array in place of an object is reported once', () => {
  const event = eventOf('start', { type: 'app', mode: 'play', stageid: 's' }, { object: [] });
  expect(findingsOfEvent(event)).toEqual(['error wrong-type object']);
});

it.each([
  [{ actor: { type: 'User' } }, 'error missing actor.id'],
  [{ actor: { id: 'a' } }, 'error missing actor.type'],
  [{ context: { env: 'e' } }, 'error missing context.channel'],
  [{ context: { channel: 'c' } }, 'error missing context.env'],
  [{ context: { channel: 'c', env: 'e', pdata: {} } }, 'error missing context.pdata.id'],
  [{ context: { channel: 'c', env: 'e', cdata: {} } }, 'error wrong-type context.cdata'],
  [{ context: { channel: 'c', env: 'e', cdata: [{ type: 'course' }] } }, 'error missing context.cdata.0.id'],
  [{ context: { channel: 'c', env: 'e', cdata: [{ type: 't', id: [] }] } }, 'error wrong-type context.cdata.0.id'],
  [
    { context: { channel: 'c', env: 'e', cdata: [{ type: 't', id: 'i', x: 1 }] } },
    'info unknown-field context.cdata.0.x',
  ],
  [{ context: { channel: 'c', env: 'e', rollup: [] } }, 'error wrong-type context.rollup'],
  [{ object: { id: 'do_1', type: 7 } }, 'error wrong-type object.type'],
  [{ tags: ['a', 7] }, 'error wrong-type tags.1'],
  [{ ets: '1763620200000' }, 'error wrong-type ets'],
  [{ mid: '' }, 'error out-of-range mid'],
  [{ ver: '4.0' }, 'error not-in-list ver'],
  [{ edata: 'text' }, 'error wrong-type edata'],
])('an event with %j has one finding: %s', (overrides, finding) => {
  expect(findingsOfEvent(eventOf('interact', interact, overrides))).toEqual([finding]);
});

it('an event can have the fields that pipelines add', () => {
  const pipelineFields = { '@timestamp': '2026-11-20T06:30:00Z', flags: {}, metadata: {}, syncts: 1 };
  expect(findingsOfEvent(eventOf('interact', interact, pipelineFields))).toEqual([]);
});

it('an event with an eid that is not a V3 kind, or is in lower case, has the verdict unknown', () => {
  expect(validateEvent(eventOf('interact', {}, { eid: 'GE_START' }))).toMatchObject({
    verdict: 'unknown',
    kind: null,
  });
  expect(textOf(validateEvent(eventOf('interact', {}, { eid: 'interact' })).findings[0])).toBe(
    'eid is case-sensitive: use INTERACT, not "interact".',
  );
});

it.each([null, 7, 'text', [], {}, { eid: 7 }])('%j has the verdict unknown, with one finding', (json) => {
  const { verdict, findings } = validateEvent(json);
  expect(verdict).toBe('unknown');
  expect(findings).toHaveLength(1);
});

describe('paths of arguments', () => {
  const startData = { type: 'player', mode: 'play', stageid: 's' };

  it('the findings about contentId and contentVer of start have the paths object.id and object.ver', () => {
    const { verdict, findings } = validateEvent(eventOf('start', startData, { object: { type: 'Content' } }));
    expect(verdict).toBe('invalid');
    expect(findings.map((finding) => [finding.severity, finding.path.join('.'), textOf(finding)])).toEqual([
      ['error', 'object.id', 'object.id is required. Expected a string: ID of the content.'],
      ['info', 'object.ver', 'object.ver is not set. Default: "1.0".'],
    ]);
  });

  it('a field that SDKs add to a START is a notice', () => {
    const event = eventOf('start', { ...startData, uaspec: {}, duration: 3 });
    expect(findingsOfEvent(event)).toEqual(['info unknown-field edata.uaspec', 'info unknown-field edata.duration']);
  });

  it.each(['end', 'feedback'] as const)(
    'the contentId of %s is read from edata.contentId, otherwise from object.id',
    (kind) => {
      const edata = kind === 'end' ? { type: 'player', duration: 3 } : { rating: 4 };
      expect(findingsOfEvent(eventOf(kind, edata))).toEqual([]);
      expect(findingsOfEvent(eventOf(kind, { ...edata, contentId: 'do_1' }, { object: undefined }))).toEqual([]);
      expect(findingsOfEvent(eventOf(kind, { ...edata, contentId: 7 }))).toEqual(['error wrong-type edata.contentId']);
      expect(findingsOfEvent(eventOf(kind, edata, { object: undefined }))).toEqual(['error missing object.id']);
    },
  );

  it('an invalid object.id is reported once, by the envelope', () => {
    const { findings } = validateEvent(eventOf('start', startData, { object: { id: 7, ver: '1.0' } }));
    expect(findings.map(({ ruleSet, path }) => [ruleSet, path.join('.')])).toEqual([['envelope', 'object.id']]);
  });

  it('the argument of error is read from edata', () => {
    expect(findingsOfEvent(eventOf('error', { err: 'E', errtype: 'system', stacktrace: '' }))).toEqual([
      'error not-in-list edata.errtype',
    ]);
  });

  it('the data.edata of audit is edata, or an edata object nested in it as an SDK sends it', () => {
    expect(findingsOfEvent(eventOf('audit', { props: 'name' }))).toEqual(['error wrong-type edata.props']);
    expect(findingsOfEvent(eventOf('audit', { edata: { props: 'name' } }))).toEqual([
      'error wrong-type edata.edata.props',
    ]);
    expect(findingsOfEvent(eventOf('audit', { edata: {}, type: 'x' }))).toEqual([
      'info unknown-field edata.edata',
      'info unknown-field edata.type',
    ]);
  });

  it('a metric named edata is read as a metric', () => {
    expect(findingsOfEvent(eventOf('metrics', { edata: 5 }))).toEqual([]);
    expect(findingsOfEvent(eventOf('metrics', { edata: { lessons: 5 } }))).toEqual([]);
  });
});

describe('the message about a wrong type', () => {
  const firstText = (kind: EventKind, edata: Json) => textOf(validateEvent(eventOf(kind, edata)).findings[0]);
  const log = { type: 'api', level: 'INFO', message: 'x' };

  it('a null item of an array of any values has the message that it must not be null', () => {
    const assess = { item: { id: 'q1', mc: [null] }, pass: 'No', score: 0, resvalues: [], duration: 1 };
    const texts = validateEvent(eventOf('assess', assess)).findings.map((finding) => textOf(finding));
    expect(texts).toContain('edata.item.mc.0 must not be null.');
  });

  it('JSON text in place of an array or object has a message that identifies it', () => {
    expect(firstText('log', { ...log, params: ' [{"a":1}]' })).toBe(
      'edata.params must be an array of objects; got " [{\\"a\\":1}]", which is JSON text: send the array itself.',
    );
    expect(firstText('log', { ...log, params: '{"a":1}' })).toBe(
      'edata.params must be an array of objects; got "{\\"a\\":1}", which is JSON text of an object.',
    );
    expect(firstText('interact', '{}')).toBe(
      'edata must be an object; got "{}", which is JSON text: send the object itself.',
    );
    expect(textOf(validateEvent('{"eid":"LOG"}').findings[0])).toMatch(/which is JSON text: send the object itself/);
  });

  it.each(['[not JSON', '{', 'text', '"[]"', '7'])(
    '%j in place of an array has a message without a hint about JSON text',
    (params) => {
      expect(firstText('log', { ...log, params })).toBe(
        `edata.params must be an array of objects; got ${JSON.stringify(params)}.`,
      );
    },
  );
});

it('long values are truncated in a message, never within a code point', () => {
  const { findings } = validateCall('log', [
    { type: 'a', level: `${'x'.repeat(59)}😀${'y'.repeat(100)}`, message: '' },
  ]);
  expect(textOf(findings[0])).toBe(
    `data.level must be one of TRACE, DEBUG, INFO, WARN, ERROR, FATAL; got "${'x'.repeat(59)}…".`,
  );
});

it('lone surrogates and control characters are escaped in a message', () => {
  const { findings } = validateCall('log', [{ type: 'a', level: '\ud83d\u001b[2J', message: '' }]);
  expect(textOf(findings[0])).toContain('got "\\ud83d\\u001b[2J".');
});

it('a million invalid items have a hundred findings, and the others are counted', () => {
  const { verdict, findings } = validateCall('audit', [{ edata: { props: Array(1_000_000).fill(7) } }]);
  expect(verdict).toBe('invalid');
  expect(findings).toHaveLength(101);
  expect(textOf(findings.at(-1))).toBe('999,900 more errors are not listed.');
});

it('the last finding counts the unlisted notices and errors', () => {
  const lastText = (data: Json) => textOf(validateCall('audit', [data]).findings.at(-1));
  expect(lastText({ edata: createUnknownFields(120) })).toBe('20 more notices are not listed.');
  expect(lastText({ edata: createUnknownFields(101) })).toBe('1 more notice is not listed.');
  expect(lastText({ edata: { props: Array(101).fill(7) } })).toBe('1 more error is not listed.');
  expect(lastText({ edata: { props: Array(102).fill(7), ...createUnknownFields(101) } })).toBe(
    '2 more errors and 1 more notice are not listed.',
  );
});

it('an error after many notices is still found', () => {
  const { verdict, findings } = validateCall('summary', [{ edata: createUnknownFields(100_000), z: 1 }]);
  expect(verdict).toBe('invalid');
  expect(findings.filter(({ severity }) => severity === 'error')).toHaveLength(6);
});
