import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { validateCall } from '#core/telemetry/validate-event';
import { textOf } from '#tests/fixtures/finding-text';
import { formatFindings } from './format-finding';
import { sampleWith } from './sample-events';

/** Validates the sample of a kind with another value at a path of its argument `data`. */
function validateSample(kind: EventKind, path: readonly (string | number)[], value: unknown) {
  return validateCall(kind, sampleWith(kind, [0, ...path], value));
}

function findingsOf(kind: EventKind, path: readonly (string | number)[], value: unknown) {
  return formatFindings(validateSample(kind, path, value));
}

/** Returns the text of the only finding. */
function onlyText(kind: EventKind, path: readonly (string | number)[], value: unknown) {
  const { findings } = validateSample(kind, path, value);
  expect(findings).toHaveLength(1);
  return textOf(findings[0]);
}

const findingsOfCall = (method: string, ...args: Json[]) => formatFindings(validateCall(method, args));

it('start has four arguments and error has one argument named error, as in the signatures of section 6', () => {
  expect(findingsOfCall('start', {}, 'do_1', '1.0', { type: 'app', mode: 'play', stageid: 's' })).toEqual([]);
  expect(findingsOfCall('start', { type: 'app', mode: 'play', stageid: 's' })).toContain('error missing contentId');
  expect(findingsOfCall('error', {})).toContain('error missing error.err');
});

describe('required with a default', () => {
  it('an absent contentVer has the default 1.0, with a notice', () => {
    const verdict = validateCall('start', [null, 'do_1', null, { type: 'app', mode: 'play', stageid: 's' }]);
    expect(verdict.verdict).toBe('valid');
    expect(formatFindings(verdict)).toEqual(['info missing contentVer']);
    expect(textOf(verdict.findings[0])).toBe('contentVer is not set. Default: "1.0".');
  });

  it('an absent assess.score has a default that depends on pass, with a notice', () => {
    expect(onlyText('assess', ['score'], undefined)).toBe(
      'data.score is not set. Default: 1 when pass is Yes, 0 when it is No.',
    );
  });

  it('an absent assess.pass has the default No, so a score of 1 contradicts it', () => {
    expect(findingsOf('assess', ['pass'], undefined)).toEqual([
      'info missing data.pass',
      'info contradiction data.score',
    ]);
  });
});

describe('closed lists', () => {
  it('data.mode "paly" is rejected with the list preview, edit, play', () => {
    const verdict = validateCall('start', sampleWith('start', [3, 'mode'], 'paly'));
    expect(verdict).toMatchObject({ verdict: 'invalid', kind: 'start' });
    expect(verdict.findings).toEqual([
      {
        ruleSet: 'definition',
        severity: 'error',
        code: 'not-in-list',
        path: ['data', 'mode'],
        params: { reason: 'not-listed', value: '"paly"', allowed: ['preview', 'edit', 'play'] },
      },
    ]);
    expect(textOf(verdict.findings[0])).toBe('data.mode must be one of preview, edit, play; got "paly".');
  });

  it.each([
    ['impression', 'itype'],
    ['share', 'dir'],
    ['share', 'type'],
  ] as const)('%s.%s has a closed list, although its list is not introduced with "One of"', (kind, field) => {
    expect(findingsOf(kind, [field], 'Other')).toEqual([`error not-in-list data.${field}`]);
  });

  it.each([
    ['impression', 'subtype'],
    ['log', 'type'],
  ] as const)('%s.%s has an open list, as its values are examples', (kind, field) => {
    expect(findingsOf(kind, [field], 'something else')).toEqual([]);
  });

  it('another value of search.type, envsummary.env or pagesummary.type is a notice', () => {
    expect(findingsOf('search', ['type'], 'framework')).toEqual(['info not-in-list data.type']);
    expect(findingsOf('summary', ['edata', 'envsummary', 0, 'env'], 'home')).toEqual([
      'info not-in-list data.edata.envsummary.0.env',
    ]);
    expect(onlyText('summary', ['edata', 'pagesummary', 0, 'type'], 'list')).toBe(
      'The definition suggests view, edit for data.edata.pagesummary.0.type; got "list".',
    );
  });
});

describe('letter case', () => {
  it('"info" has a finding that suggests INFO', () => {
    expect(onlyText('log', ['level'], 'info')).toBe(
      'data.level is case-sensitive: use INFO, not "info". Allowed: TRACE, DEBUG, INFO, WARN, ERROR, FATAL.',
    );
  });

  it('pageId has a finding that suggests pageid', () => {
    expect(onlyText('interrupt', ['pageId'], 'p')).toBe(
      'data.pageId is not in the definition. Field names are case-sensitive: use pageid.',
    );
  });
});

describe('subtypes', () => {
  const listen = (subtype: Json) => validateCall('interact', [{ type: 'LISTEN', id: 'sound', subtype }]);

  it.each(['PLAY', 'PAUSE', 'STOP', 'RESUME', 'END'])('the subtype of LISTEN can be %s', (subtype) => {
    expect(listen(subtype).findings).toEqual([]);
  });

  it('another subtype of LISTEN is an error at data.subtype', () => {
    expect(formatFindings(listen('REWIND'))).toEqual(['error not-in-list data.subtype']);
    expect(textOf(listen('play').findings[0])).toBe(
      'data.subtype is case-sensitive: for LISTEN use PLAY, not "play". Allowed: PLAY, PAUSE, STOP, RESUME, END.',
    );
  });

  it('the subtype of any other type can have any value, and is optional', () => {
    expect(findingsOfCall('interact', { type: 'TOUCH', id: 'sound', subtype: 'REWIND' })).toEqual([]);
    expect(findingsOfCall('interact', { type: 'LISTEN', id: 'sound' })).toEqual([]);
  });
});

it('an object that must have a single key has a wrong type if it has no key or several keys', () => {
  expect(findingsOf('assess', ['resvalues'], [{ a: 1 }, { a: 1, b: 2 }, {}])).toEqual([
    'error wrong-type data.resvalues.1',
    'error wrong-type data.resvalues.2',
  ]);
  expect(onlyText('assess', ['item', 'params'], [{ a: 1, b: 2 }])).toBe(
    'data.item.params.0 must be an object with exactly one key; got 2 keys.',
  );
});

it('other key-value objects can have any keys and values', () => {
  expect(findingsOf('response', ['values'], [{ lhs: null, rhs: [null] }, {}])).toEqual([]);
  expect(findingsOf('log', ['params'], ['text'])).toEqual(['error wrong-type data.params.0']);
});

it('the payload of exdata is the optional string data.data, and other keys are notices', () => {
  expect(findingsOfCall('exdata', {})).toEqual([]);
  expect(findingsOfCall('exdata', { type: 'xapi', data: {} })).toEqual(['error wrong-type data.data']);
  expect(findingsOfCall('exdata', { payload: 'x' })).toEqual(['info unknown-field data.payload']);
});

it.each([-1, 0, 4.5, 1000])('feedback.rating can be %d', (rating) => {
  expect(findingsOf('feedback', ['rating'], rating)).toEqual([]);
});

it('feedback.rating rejects the string "4"', () => {
  expect(onlyText('feedback', ['rating'], '4')).toBe('data.rating must be a number; got "4".');
});

it('feedback.rating rejects 1e400, which JSON.parse reads as Infinity', () => {
  expect(findingsOfCall('feedback', JSON.parse('{"contentId":"do_1","rating":1e400}'))).toEqual([
    'error wrong-type data.rating',
  ]);
});

it('null in an optional field is handled like an absent field', () => {
  expect(findingsOf('impression', ['subtype'], null)).toEqual([]);
});

it('null in a required field is handled like a missing field', () => {
  expect(onlyText('impression', ['pageid'], null)).toBe(
    'data.pageid is required; null counts as not set. Expected a string: unique ID of the page.',
  );
});

it('null in an array is a wrong type, even if the items can have any type', () => {
  expect(findingsOf('audit', ['edata', 'props'], ['name', null])).toEqual(['error wrong-type data.edata.props.1']);
  expect(findingsOf('interact', ['extra', 'values'], [1, null])).toEqual(['error wrong-type data.extra.values.1']);
});

it('an empty string is a value, but a notice in an id', () => {
  expect(findingsOf('log', ['message'], '')).toEqual([]);
  expect(findingsOf('impression', ['pageid'], '')).toEqual(['info out-of-range data.pageid']);
  expect(findingsOf('interact', ['extra', 'tid'], '')).toEqual(['info out-of-range data.extra.tid']);
});

it('an empty string is rejected in a field with a closed list', () => {
  expect(onlyText('impression', ['itype'], '')).toBe(
    'data.itype must be one of SWIPE, SCRUB, AUTO; got "" (an empty string).',
  );
});

it('extra.pos requires numeric x and y, and z is optional', () => {
  const type = { type: 'TOUCH', id: 'next' };
  expect(findingsOfCall('interact', { ...type, extra: { pos: [{ x: 1, y: 2.5 }] } })).toEqual([]);
  expect(findingsOfCall('interact', { ...type, extra: { pos: [{ x: '1' }] } })).toEqual([
    'error wrong-type data.extra.pos.0.x',
    'error missing data.extra.pos.0.y',
  ]);
});

it.each(['DRAG', 'DROP'])('%s with a number of positions other than two is a notice', (type) => {
  const position = { x: 1, y: 2 };
  const verdict = validateCall('interact', [{ type, id: 'a', extra: { pos: [position] } }]);
  expect(formatFindings(verdict)).toEqual(['info contradiction data.extra.pos']);
  expect(textOf(verdict.findings[0])).toBe(
    `data.extra.pos must have 2 positions for ${type}, the start and the drop point; got 1.`,
  );
  expect(findingsOfCall('interact', { type, id: 'a', extra: { pos: [position, position] } })).toEqual([]);
  expect(findingsOfCall('interact', { type, id: 'a' })).toEqual([]);
});

it('unknown keys in config, filters, sort and metrics have no findings', () => {
  expect(findingsOfCall('start', { anything: 1 }, 'do_1', '1.0', { type: 'app', mode: 'play', stageid: 's' })).toEqual(
    [],
  );
  expect(findingsOf('search', ['filters'], { anything: [null] })).toEqual([]);
  expect(findingsOf('search', ['sort'], { anything: 1 })).toEqual([]);
  expect(findingsOf('metrics', ['edata'], { anything: 1 })).toEqual([]);
});

it('each unknown key in extra and in heartbeat’s edata is a notice', () => {
  expect(findingsOf('interact', ['extra', 'speed'], 1)).toEqual(['info unknown-field data.extra.speed']);
  expect(findingsOf('heartbeat', ['edata'], { beat: 1 })).toEqual(['info unknown-field data.edata.beat']);
});

it('any other unlisted field is a notice, and the event is valid', () => {
  const verdict = validateSample('interact', ['plugin'], { id: 'x' });
  expect(verdict.verdict).toBe('valid');
  expect(verdict.findings[0]).toMatchObject({ code: 'unknown-field', severity: 'info' });
  expect(textOf(verdict.findings[0])).toBe(
    'data.plugin is not in the definition. Fields here: type, subtype, id, pageid, extra.',
  );
});

it('metrics maps keys to integers: an empty object is valid, and null and fractions are wrong types', () => {
  expect(findingsOf('metrics', ['edata'], {})).toEqual([]);
  expect(findingsOf('metrics', ['edata'], { a: 1, b: null, c: 1.5, d: '2' })).toEqual([
    'error wrong-type data.edata.b',
    'error wrong-type data.edata.c',
    'error wrong-type data.edata.d',
  ]);
});

it('a metric named __proto__ is checked', () => {
  expect(findingsOfCall('metrics', JSON.parse('{"edata":{"__proto__":"x"}}'))).toEqual([
    'error wrong-type data.edata.__proto__',
  ]);
});

it.each(['audit', 'heartbeat', 'metrics', 'summary'] as const)(
  '%s without the edata level has one finding about the missing edata',
  (kind) => {
    expect(findingsOfCall(kind, {})).toEqual(['error missing data.edata']);
  },
);

it.each([
  ['Yes', 0, 'score should be 1 where pass is "Yes"; got 0.'],
  ['No', 1, 'score should be 0 where pass is "No"; got 1.'],
])('pass %s with a score of %d is a notice', (pass, score, message) => {
  const [data] = sampleWith('assess', [0, 'score'], score);
  const verdict = validateCall('assess', sampleWith('assess', [0], { ...(data as object), pass }));
  expect(verdict.verdict).toBe('valid');
  expect(verdict.findings.map(textOf)).toEqual([message]);
});

it('a partial score is valid with either value of pass', () => {
  expect(findingsOf('assess', ['score'], 0.5)).toEqual([]);
});

it('a score above maxscore is a contradiction', () => {
  expect(onlyText('assess', ['item', 'maxscore'], 0.5)).toBe('score must not be greater than maxscore (0.5); got 1.');
});

it('an endtime before starttime is a contradiction', () => {
  expect(findingsOf('summary', ['edata', 'endtime'], 1)).toEqual(['info contradiction data.edata.endtime']);
});

it('a timespent in seconds longer than the span in milliseconds is a contradiction', () => {
  expect(findingsOf('summary', ['edata', 'timespent'], 90)).toEqual([]);
  expect(onlyText('summary', ['edata', 'timespent'], 91.5)).toBe(
    'timespent must not be longer than starttime to endtime (90 s); got 91.5 s.',
  );
});

it('a timespent longer than the span is a contradiction with timestamps in seconds, too', () => {
  const spanInSeconds = {
    type: 'app',
    starttime: 1_763_620_200,
    endtime: 1_763_620_290,
    pageviews: 1,
    interactions: 1,
  };
  expect(findingsOfCall('summary', { edata: { ...spanInSeconds, timespent: 90 } })).toEqual([]);
  expect(findingsOfCall('summary', { edata: { ...spanInSeconds, timespent: 92.1 } })).toEqual([
    'info contradiction data.edata.timespent',
  ]);
});

describe('rounding of timespent', () => {
  const edata = { type: 'app', starttime: 1_763_620_200_001, pageviews: 1, interactions: 1 };
  const contradiction = ['info contradiction data.edata.timespent'];
  const findingsOfSpan = (spanMs: number, timespent: number, overrides: JsonObject = {}) =>
    findingsOfCall('summary', { edata: { ...edata, endtime: edata.starttime + spanMs, timespent, ...overrides } });
  const withCounts = (...counts: readonly Json[]) => ({
    eventssummary: counts.map((count) => ({ id: 'INTERACT', count })),
  });

  it('the accepted rounding error of timespent is 0.005 s per event counted in eventssummary', () => {
    expect(findingsOfSpan(373_270, 373.3, withCounts(4, 2))).toEqual([]);
    expect(findingsOfSpan(373_270, 373.31, withCounts(4, 2))).toEqual(contradiction);
  });

  it('the accepted rounding error of timespent without an event count is 1 % of the span, between 0.1 s and 5 s', () => {
    expect(findingsOfSpan(1000, 1.1)).toEqual([]);
    expect(findingsOfSpan(1000, 1.11)).toEqual(contradiction);
    expect(findingsOfSpan(100_000, 101)).toEqual([]);
    expect(findingsOfSpan(100_000, 101.01)).toEqual(contradiction);
    expect(findingsOfSpan(10_000_000, 10_005)).toEqual([]);
    expect(findingsOfSpan(10_000_000, 10_005.01)).toEqual(contradiction);
  });

  it('an absent or invalid event count is handled as unknown', () => {
    for (const counts of [[], [4, null], [-4], [1e300], ['4'], [0.5]])
      expect(findingsOfSpan(1000, 1.11, withCounts(...counts))).toContain(contradiction[0]);
  });

  it('the accepted rounding error of timespent is one second if the timestamps are whole seconds', () => {
    const spanInSeconds = { starttime: 1_763_620_200, endtime: 1_763_620_290 };
    expect(findingsOfSpan(0, 91.03, { ...spanInSeconds, ...withCounts(6) })).toEqual([]);
    expect(findingsOfSpan(0, 91.04, { ...spanInSeconds, ...withCounts(6) })).toEqual(contradiction);
    const spanInWholeSeconds = { starttime: 1_763_620_200_000, endtime: 1_763_620_290_000 };
    expect(findingsOfSpan(0, 91.03, { ...spanInWholeSeconds, ...withCounts(6) })).toEqual([]);
    expect(findingsOfSpan(0, 91.04, { ...spanInWholeSeconds, ...withCounts(6) })).toEqual(contradiction);
  });
});

it('a topn longer than size is a contradiction', () => {
  expect(onlyText('search', ['size'], 1)).toBe('topn must not have more results than size (1); got 2.');
});

it('a topn that is no array, or a score that is no number, has a wrong type and does not contradict another field', () => {
  expect(findingsOf('search', ['topn'], 1_000)).toEqual(['error wrong-type data.topn']);
  expect(findingsOf('assess', ['score'], [0, 1, 1])).toEqual(['error wrong-type data.score']);
});

it('a parent with an id but no type has an error at parent.type', () => {
  expect(findingsOf('response', ['target', 'parent'], { id: 'do_1' })).toEqual([
    'error missing data.target.parent.type',
  ]);
  expect(findingsOf('response', ['target', 'parent'], {})).toEqual([]);
  expect(findingsOf('response', ['target', 'parent'], { type: 'Content' })).toEqual([]);
});

describe('numeric values', () => {
  it.each([
    ['assess', ['duration']],
    ['assess', ['item', 'exlength']],
    ['end', ['duration']],
    ['search', ['size']],
    ['summary', ['edata', 'timespent']],
    ['summary', ['edata', 'pageviews']],
    ['summary', ['edata', 'interactions']],
    ['summary', ['edata', 'envsummary', 0, 'timespent']],
    ['summary', ['edata', 'envsummary', 0, 'visits']],
    ['summary', ['edata', 'eventssummary', 0, 'count']],
    ['summary', ['edata', 'pagesummary', 0, 'timespent']],
    ['summary', ['edata', 'pagesummary', 0, 'visits']],
  ] as const)('%s with a negative %j has a notice', (kind, path) => {
    expect(findingsOf(kind, path, -1)).toContain(`info out-of-range data.${path.join('.')}`);
    expect(validateSample(kind, path, -1).verdict).toBe('valid');
  });

  it('a score outside of 0 to 1 is an error', () => {
    expect(onlyText('assess', ['score'], -0.1)).toBe('data.score must be between 0 and 1; got -0.1.');
    expect(findingsOf('assess', ['score'], 1.1)).toContain('error out-of-range data.score');
  });

  it('a long must be an integer; a double and size can be fractions', () => {
    expect(onlyText('summary', ['edata', 'pageviews'], 1.5)).toBe(
      'data.edata.pageviews must be a whole number; got 1.5.',
    );
    expect(findingsOf('summary', ['edata', 'timespent'], 1.5)).toEqual([]);
    expect(findingsOf('search', ['size'], 12.5)).toEqual([]);
  });
});

it('each surplus argument is a notice at its index, and SDK options are identified', () => {
  const verdict = validateCall('interact', [{ type: 'TOUCH', id: 'a' }, { context: {}, tags: [] }, 'x']);
  expect(verdict.verdict).toBe('valid');
  expect(verdict.findings.map((finding) => [finding.path, finding.code, textOf(finding)])).toEqual([
    [[1], 'extra-argument', 'interact(data) does not list the SDK options context, tags. SDKs accept them.'],
    [[2], 'extra-argument', 'interact(data) has no argument 3; got "x".'],
  ]);
});

it('an object with unknown keys is not identified as SDK options', () => {
  const { findings } = validateCall('interact', [
    { type: 'TOUCH', id: 'a' },
    { context: {}, other: 1 },
  ]);
  expect(textOf(findings[0])).toBe('interact(data) has no argument 2; got an object with 2 fields.');
});

describe('arrays and objects', () => {
  it('an array is a wrong type where an object is expected, and vice versa', () => {
    expect(onlyText('assess', ['item'], [])).toBe('data.item must be an object; got an empty array.');
    expect(onlyText('response', ['values'], {})).toBe('data.values must be an array of objects; got an empty object.');
  });
});
