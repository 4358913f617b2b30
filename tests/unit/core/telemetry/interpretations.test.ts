import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { validateCall } from '#core/telemetry/validate-event';
import { textOf } from '#tests/fixtures/finding-text';
import { findingsInShort, sampleWith } from './sentences';

/** The findings of a sample whose argument `data` has changed fields. */
function changed(kind: EventKind, path: readonly (string | number)[], value: unknown) {
  return validateCall(kind, sampleWith(kind, [0, ...path], value));
}

function short(kind: EventKind, path: readonly (string | number)[], value: unknown) {
  return findingsInShort(changed(kind, path, value));
}

/** The sentence of the only finding. */
function sentence(kind: EventKind, path: readonly (string | number)[], value: unknown) {
  const { findings } = changed(kind, path, value);
  expect(findings).toHaveLength(1);
  return textOf(findings[0]);
}

const call = (method: string, ...args: Json[]) => findingsInShort(validateCall(method, args));

it('method arguments start takes four, error takes error: the signatures of section 6 win', () => {
  expect(call('start', {}, 'do_1', '1.0', { type: 'app', mode: 'play', stageid: 's' })).toEqual([]);
  expect(call('start', { type: 'app', mode: 'play', stageid: 's' })).toContain('error missing contentId');
  expect(call('error', {})).toContain('error missing error.err');
});

describe('required with a default', () => {
  it('an absent contentVer is the default 1.0, with a notice', () => {
    const verdict = validateCall('start', [null, 'do_1', null, { type: 'app', mode: 'play', stageid: 's' }]);
    expect(verdict.verdict).toBe('valid');
    expect(findingsInShort(verdict)).toEqual(['info missing contentVer']);
    expect(textOf(verdict.findings[0])).toBe('contentVer is not set. Default: "1.0".');
  });

  it('an absent assess.score is the default that pass gives, with a notice', () => {
    expect(sentence('assess', ['score'], undefined)).toBe(
      'data.score is not set. Default: 1 when pass is Yes, 0 when it is No.',
    );
  });

  it('an absent assess.pass is No: a score of 1 then contradicts it', () => {
    expect(short('assess', ['pass'], undefined)).toEqual(['info missing data.pass', 'info contradiction data.score']);
  });
});

describe('closed lists', () => {
  it('data.mode "paly" must be one of preview, edit, play', () => {
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
  ] as const)('%s.%s names its whole list without "One of": closed', (kind, field) => {
    expect(short(kind, [field], 'Other')).toEqual([`error not-in-list data.${field}`]);
  });

  it.each([
    ['impression', 'subtype'],
    ['log', 'type'],
  ] as const)('%s.%s has examples only: open', (kind, field) => {
    expect(short(kind, [field], 'something else')).toEqual([]);
  });

  it('search.type, envsummary.env and pagesummary.type: another value is a notice', () => {
    expect(short('search', ['type'], 'framework')).toEqual(['info not-in-list data.type']);
    expect(short('summary', ['edata', 'envsummary', 0, 'env'], 'home')).toEqual([
      'info not-in-list data.edata.envsummary.0.env',
    ]);
    expect(sentence('summary', ['edata', 'pagesummary', 0, 'type'], 'list')).toBe(
      'The definition names view, edit for data.edata.pagesummary.0.type; got "list".',
    );
  });
});

describe('letter case', () => {
  it('"info" is to be INFO', () => {
    expect(sentence('log', ['level'], 'info')).toBe(
      'data.level is case-sensitive: use INFO, not "info". Allowed: TRACE, DEBUG, INFO, WARN, ERROR, FATAL.',
    );
  });

  it('pageId is to be pageid', () => {
    expect(sentence('interrupt', ['pageId'], 'p')).toBe(
      'data.pageId is not in the definition. Field names are case-sensitive: use pageid.',
    );
  });
});

describe('subtypes', () => {
  const listen = (subtype: Json) => validateCall('interact', [{ type: 'LISTEN', id: 'sound', subtype }]);

  it.each(['PLAY', 'PAUSE', 'STOP', 'RESUME', 'END'])('LISTEN’s subtype takes %s', (subtype) => {
    expect(listen(subtype).findings).toEqual([]);
  });

  it('LISTEN’s subtype refuses another one at data.subtype', () => {
    expect(findingsInShort(listen('REWIND'))).toEqual(['error not-in-list data.subtype']);
    expect(textOf(listen('play').findings[0])).toBe(
      'data.subtype is case-sensitive: for LISTEN use PLAY, not "play". Allowed: PLAY, PAUSE, STOP, RESUME, END.',
    );
  });

  it('LISTEN’s subtype is free for every other type, and may be absent', () => {
    expect(call('interact', { type: 'TOUCH', id: 'sound', subtype: 'REWIND' })).toEqual([]);
    expect(call('interact', { type: 'LISTEN', id: 'sound' })).toEqual([]);
  });
});

it('a single key-value object has exactly one key, else its item is a wrong type', () => {
  expect(short('assess', ['resvalues'], [{ a: 1 }, { a: 1, b: 2 }, {}])).toEqual([
    'error wrong-type data.resvalues.1',
    'error wrong-type data.resvalues.2',
  ]);
  expect(sentence('assess', ['item', 'params'], [{ a: 1, b: 2 }])).toBe(
    'data.item.params.0 must be an object with exactly one key; got 2 keys.',
  );
});

it('the other key-value objects are any objects, and their values are not looked into', () => {
  expect(short('response', ['values'], [{ lhs: null, rhs: [null] }, {}])).toEqual([]);
  expect(short('log', ['params'], ['text'])).toEqual(['error wrong-type data.params.0']);
});

it('exdata has its payload in data.data, a string, not required; other keys are notices', () => {
  expect(call('exdata', {})).toEqual([]);
  expect(call('exdata', { type: 'xapi', data: {} })).toEqual(['error wrong-type data.data']);
  expect(call('exdata', { payload: 'x' })).toEqual(['info unknown-field data.payload']);
});

it.each([-1, 0, 4.5, 1000])('feedback.rating takes %d', (rating) => {
  expect(short('feedback', ['rating'], rating)).toEqual([]);
});

it('feedback.rating refuses "4", which is a string', () => {
  expect(sentence('feedback', ['rating'], '4')).toBe('data.rating must be a number; got "4".');
});

it('feedback.rating refuses 1e400, which is Infinity once it is read', () => {
  expect(call('feedback', JSON.parse('{"contentId":"do_1","rating":1e400}'))).toEqual(['error wrong-type data.rating']);
});

it('null counts as absent in an optional field', () => {
  expect(short('impression', ['subtype'], null)).toEqual([]);
});

it('null counts as missing in a required field', () => {
  expect(sentence('impression', ['pageid'], null)).toBe(
    'data.pageid is required; null counts as not set. Expected a string: unique page id.',
  );
});

it('null is a wrong type inside an array, even one that may hold anything', () => {
  expect(short('audit', ['edata', 'props'], ['name', null])).toEqual(['error wrong-type data.edata.props.1']);
  expect(short('interact', ['extra', 'values'], [1, null])).toEqual(['error wrong-type data.extra.values.1']);
});

it('empty strings are present; in an id they are a notice', () => {
  expect(short('log', ['message'], '')).toEqual([]);
  expect(short('impression', ['pageid'], '')).toEqual(['info out-of-range data.pageid']);
  expect(short('interact', ['extra', 'tid'], '')).toEqual(['info out-of-range data.extra.tid']);
});

it('empty strings are not in a closed list', () => {
  expect(sentence('impression', ['itype'], '')).toBe(
    'data.itype must be one of SWIPE, SCRUB, AUTO; got "" (an empty string).',
  );
});

it('extra.pos needs numeric x and y; z may be absent', () => {
  const type = { type: 'TOUCH', id: 'next' };
  expect(call('interact', { ...type, extra: { pos: [{ x: 1, y: 2.5 }] } })).toEqual([]);
  expect(call('interact', { ...type, extra: { pos: [{ x: '1' }] } })).toEqual([
    'error wrong-type data.extra.pos.0.x',
    'error missing data.extra.pos.0.y',
  ]);
});

it.each(['DRAG', 'DROP'])('%s with other than two positions is a notice', (type) => {
  const position = { x: 1, y: 2 };
  const found = validateCall('interact', [{ type, id: 'a', extra: { pos: [position] } }]);
  expect(findingsInShort(found)).toEqual(['info contradiction data.extra.pos']);
  expect(textOf(found.findings[0])).toBe(
    `data.extra.pos must have 2 positions for ${type}, the start and the drop point; got 1.`,
  );
  expect(call('interact', { type, id: 'a', extra: { pos: [position, position] } })).toEqual([]);
  expect(call('interact', { type, id: 'a' })).toEqual([]);
});

it('config, filters, sort and metrics keep silent about unknown keys', () => {
  expect(call('start', { anything: 1 }, 'do_1', '1.0', { type: 'app', mode: 'play', stageid: 's' })).toEqual([]);
  expect(short('search', ['filters'], { anything: [null] })).toEqual([]);
  expect(short('search', ['sort'], { anything: 1 })).toEqual([]);
  expect(short('metrics', ['edata'], { anything: 1 })).toEqual([]);
});

it('extra and heartbeat’s edata have a remark on each', () => {
  expect(short('interact', ['extra', 'speed'], 1)).toEqual(['info unknown-field data.extra.speed']);
  expect(short('heartbeat', ['edata'], { beat: 1 })).toEqual(['info unknown-field data.edata.beat']);
});

it('any other field that the document does not list is a notice, and the event stays valid', () => {
  const verdict = changed('interact', ['plugin'], { id: 'x' });
  expect(verdict.verdict).toBe('valid');
  expect(verdict.findings[0]).toMatchObject({ code: 'unknown-field', severity: 'info' });
  expect(textOf(verdict.findings[0])).toBe(
    'data.plugin is not in the definition. Fields here: type, subtype, id, pageid, extra.',
  );
});

it('metrics maps keys to integers; empty is valid, null and fractions are wrong types', () => {
  expect(short('metrics', ['edata'], {})).toEqual([]);
  expect(short('metrics', ['edata'], { a: 1, b: null, c: 1.5, d: '2' })).toEqual([
    'error wrong-type data.edata.b',
    'error wrong-type data.edata.c',
    'error wrong-type data.edata.d',
  ]);
});

it('metrics looks at a metric that is called __proto__', () => {
  expect(call('metrics', JSON.parse('{"edata":{"__proto__":"x"}}'))).toEqual(['error wrong-type data.edata.__proto__']);
});

it.each(['audit', 'heartbeat', 'metrics', 'summary'] as const)(
  '%s without the edata level has one finding: missing',
  (kind) => {
    expect(call(kind, {})).toEqual(['error missing data.edata']);
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

it('a part of the score goes with either value of pass', () => {
  expect(short('assess', ['score'], 0.5)).toEqual([]);
});

it('fields that contradict each other: score above maxscore', () => {
  expect(sentence('assess', ['item', 'maxscore'], 0.5)).toBe('score must not be greater than maxscore (0.5); got 1.');
});

it('fields that contradict each other: endtime before starttime', () => {
  expect(short('summary', ['edata', 'endtime'], 1)).toEqual(['info contradiction data.edata.endtime']);
});

it('fields that contradict each other: timespent longer than the span, in seconds against milliseconds', () => {
  expect(short('summary', ['edata', 'timespent'], 90)).toEqual([]);
  expect(sentence('summary', ['edata', 'timespent'], 91.5)).toBe(
    'timespent must not be longer than starttime to endtime (90 s); got 91.5 s.',
  );
});

it('fields that contradict each other: timespent longer than the span, where the timestamps are in seconds', () => {
  const inSeconds = { type: 'app', starttime: 1_763_620_200, endtime: 1_763_620_290, pageviews: 1, interactions: 1 };
  expect(call('summary', { edata: { ...inSeconds, timespent: 90 } })).toEqual([]);
  expect(call('summary', { edata: { ...inSeconds, timespent: 92.1 } })).toEqual([
    'info contradiction data.edata.timespent',
  ]);
});

describe('rounding of timespent', () => {
  const edata = { type: 'app', starttime: 1_763_620_200_001, pageviews: 1, interactions: 1 };
  const longer = ['info contradiction data.edata.timespent'];
  const spent = (span: number, timespent: number, more: JsonObject = {}) =>
    call('summary', { edata: { ...edata, endtime: edata.starttime + span, timespent, ...more } });
  const counted = (...counts: readonly Json[]) => ({
    eventssummary: counts.map((count) => ({ id: 'INTERACT', count })),
  });

  it('the accepted rounding error of timespent is 0.005 s for each event that eventssummary counts', () => {
    expect(spent(373_270, 373.3, counted(4, 2))).toEqual([]);
    expect(spent(373_270, 373.31, counted(4, 2))).toEqual(longer);
  });

  it('the accepted rounding error of timespent without a count is 1 % of the span, at least 0.1 s, at most 5 s', () => {
    expect(spent(1000, 1.1)).toEqual([]);
    expect(spent(1000, 1.11)).toEqual(longer);
    expect(spent(100_000, 101)).toEqual([]);
    expect(spent(100_000, 101.01)).toEqual(longer);
    expect(spent(10_000_000, 10_005)).toEqual([]);
    expect(spent(10_000_000, 10_005.01)).toEqual(longer);
  });

  it('an absent or invalid count of events counts as unknown', () => {
    for (const counts of [[], [4, null], [-4], [1e300], ['4'], [0.5]])
      expect(spent(1000, 1.11, counted(...counts))).toContain(longer[0]);
  });

  it('the accepted rounding error of timespent is one second if the timestamps are whole seconds', () => {
    const inSeconds = { starttime: 1_763_620_200, endtime: 1_763_620_290 };
    expect(spent(0, 91.03, { ...inSeconds, ...counted(6) })).toEqual([]);
    expect(spent(0, 91.04, { ...inSeconds, ...counted(6) })).toEqual(longer);
    const inWholeSeconds = { starttime: 1_763_620_200_000, endtime: 1_763_620_290_000 };
    expect(spent(0, 91.03, { ...inWholeSeconds, ...counted(6) })).toEqual([]);
    expect(spent(0, 91.04, { ...inWholeSeconds, ...counted(6) })).toEqual(longer);
  });
});

it('fields that contradict each other: topn longer than size', () => {
  expect(sentence('search', ['size'], 1)).toBe('topn must not have more results than size (1); got 2.');
});

it('a parent’s id without its type is an error: missing at parent.type', () => {
  expect(short('response', ['target', 'parent'], { id: 'do_1' })).toEqual(['error missing data.target.parent.type']);
  expect(short('response', ['target', 'parent'], {})).toEqual([]);
  expect(short('response', ['target', 'parent'], { type: 'Content' })).toEqual([]);
});

describe('numbers', () => {
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
  ] as const)('%s %j below zero is a notice', (kind, path) => {
    expect(short(kind, path, -1)).toContain(`info out-of-range data.${path.join('.')}`);
    expect(changed(kind, path, -1).verdict).toBe('valid');
  });

  it('a score outside 0 to 1 is an error', () => {
    expect(sentence('assess', ['score'], -0.1)).toBe('data.score must be between 0 and 1; got -0.1.');
    expect(short('assess', ['score'], 1.1)).toContain('error out-of-range data.score');
  });

  it('long is an integer; double and size need not be', () => {
    expect(sentence('summary', ['edata', 'pageviews'], 1.5)).toBe(
      'data.edata.pageviews must be a whole number; got 1.5.',
    );
    expect(short('summary', ['edata', 'timespent'], 1.5)).toEqual([]);
    expect(short('search', ['size'], 12.5)).toEqual([]);
  });
});

it('surplus arguments are one notice each, at their index, and the SDK’s options are named as such', () => {
  const verdict = validateCall('interact', [{ type: 'TOUCH', id: 'a' }, { context: {}, tags: [] }, 'x']);
  expect(verdict.verdict).toBe('valid');
  expect(verdict.findings.map((finding) => [finding.path, finding.code, textOf(finding)])).toEqual([
    [[1], 'extra-argument', 'interact(data) does not list the SDK options context, tags. SDKs accept them.'],
    [[2], 'extra-argument', 'interact(data) has no argument 3; got "x".'],
  ]);
});

it('an object with another key is not the SDK’s options', () => {
  const { findings } = validateCall('interact', [
    { type: 'TOUCH', id: 'a' },
    { context: {}, other: 1 },
  ]);
  expect(textOf(findings[0])).toBe('interact(data) has no argument 2; got an object with 2 fields.');
});

describe('arrays and objects', () => {
  it('an array where an object is asked is a wrong type, and the reverse', () => {
    expect(sentence('assess', ['item'], [])).toBe('data.item must be an object; got an empty array.');
    expect(sentence('response', ['values'], {})).toBe('data.values must be an array of objects; got an empty object.');
  });
});
