import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { filterKeyTexts } from '#components/panel/filter/filter-key-texts.ts';
import { compilePattern } from '#core/patterns/compile-pattern';
import { compileQuery } from '#core/query/compile-query';
import { filterKeys } from '#core/query/filter-keys';
import { parseFilterText, parseFilterWithFates } from '#core/query/filter-text';
import { type HasFact, plainFinder } from '#core/query/finder';
import { parseQuery } from '#core/query/parse-query';
import type { JudgedRecord } from '#core/stream/judged-record';
import { measureGrowth } from '#tests/fixtures/growth';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const event = eventOf({
  json: {
    eid: 'INTERACT',
    mid: 'INTERACT:a3f0c1',
    context: {
      sid: 'session-1',
      cdata: [
        { type: 'Chapter', id: 'water' },
        { type: 'Game', id: 'rain' },
      ],
    },
    edata: { type: 'Click', id: 'do_2134', duration: 61, note: 'two words', extra: { seen: null } },
  },
});
const missingFinding = {
  ruleSet: 'envelope',
  severity: 'error',
  code: 'missing',
  path: ['mid'],
  params: { reason: 'custom', text: '' },
} as const;
const action = { type: 'click', at: 990, tag: 'button', text: 'Next page', selector: '#menu button.big' } as const;
const call = callOf({ action });
const teamFinding = { ...missingFinding, ruleSet: 'schema:Team', severity: 'info' } as const;
const record = recordOf(1, {
  call,
  event,
  verdict: 'invalid',
  findings: [missingFinding, teamFinding],
  requests: [requestOf()],
});

function passes(text: string, candidate: JudgedRecord = record): boolean {
  const query = parseQuery<never>(text, compilePattern);
  if (!query.ok) throw new Error(messageText(query.failure.message));
  return compileQuery(query.value)(candidate);
}
const findProblem = (text: string, isTyping = false) => {
  const query = parseQuery<never>(text, compilePattern, isTyping);
  return query.ok ? null : query.failure;
};

it.each([
  'kind:interact',
  'kind:Interact',
  'kind:log,interact',
  'kind:/^int/',
  '-kind:log',
  'is:invalid',
  'is:accepted',
  '-is:lost',
  'state:accepted',
  'rule:missing',
  'rule:envelope',
  '-rule:contradiction',
  'rule:schema:team',
  'rule:"schema:Team"',
  '-rule:schema:other',
  'page:water-cycle',
  'page:/lesson\\/w/',
  'element:BUTTON',
  'element:#menu',
  'element:"next page"',
  'element:/button\\.(big|small)/',
  'element:*',
  'element:link,button',
  '-element:link',
  'mid:A3F0',
  'sid:session-1',
  'sid:sess*',
  'edata.type:click',
  'data.type:click',
  'edata.id:do_*',
  'edata.id:/^DO_\\d{4}$/',
  'edata.duration:61',
  'edata.duration:>60',
  'edata.duration:<=61',
  '-edata.duration:>61',
  'edata.duration:>.5',
  'edata.duration:<6.2e1',
  '-edata.duration:>1e3',
  'edata.note:"two words"',
  'edata.note:*',
  '-edata.extra.seen:*',
  '-edata.nothing:*',
  'context.cdata.id:rain',
  'cdata.1.id:rain',
  'cdata.type:game',
  'edata.extra:*seen*',
  '"two words"',
  'words two',
  '/TWO\\sW/',
  '/TWO W/',
  '/tw.\\sw/',
  '/localhost\\:4173\\/lesson/',
  '/localhost:4173\\/LESSON/',
  'edata.note:/O W/',
  '-/[ग]/',
  '/lesson/water-cycle/',
  '/lesson/water',
  'INTERACT:a3f0',
  'http://localhost:4173',
  '-quiz',
  'kind:interact is:invalid -page:admin do_2134',
  'kind: - is:',
])('the filter %s matches the event', (text) => {
  expect(passes(text)).toBe(true);
});

it.each([
  'kind:log',
  '-kind:interact',
  'is:valid',
  'state:sent',
  'rule:contradiction',
  'page:admin',
  'element:link',
  '-element:*',
  'mid:zzz',
  'edata.type:clic',
  'edata.duration:>61',
  'edata.__proto__:*',
  'edata.constructor.name:*',
  'context.cdata.id:snow',
  '"words two"',
  '/^two$/',
  '/two\\.w/',
  '/tw\\\\so/',
  'two quiz',
  '-two',
  'kind:interact is:lost',
])('the filter %s does not match the event', (text) => {
  expect(passes(text)).toBe(false);
});

it('a term matches the arguments of a call without an event', () => {
  const withoutEvent = recordOf(1, { event: null, call: callOf({ args: [{ type: 'SWIPE' }] }) });
  expect(passes('edata.type:swipe', withoutEvent)).toBe(true);
  expect(passes('eid:INTERACT', withoutEvent)).toBe(false);
});

it('a term matches a value in a list that is an item of another list', () => {
  const json = { eid: 'LOG', edata: { path: [['home', [7]]] } };
  const nested = recordOf(1, { call: null, event: eventOf({ json }) });
  const isFound = (text: string) => passes(text, nested);
  expect(['edata.path:home', 'edata.path:7', 'edata.path:>6'].every(isFound)).toBe(true);
  expect(passes('edata.path:8', nested)).toBe(false);
});

it('a term matches the event in the request if it differs from the emitted event', () => {
  const changed = recordOf(1, { event, requests: [requestOf({ carriedEvent: { edata: { type: 'rewritten' } } })] });
  expect(passes('edata.type:rewritten', changed)).toBe(true);
});

it('an element term does not match a record without a user action', () => {
  for (const text of ['element:*', 'element:button', 'element:/./']) expect(passes(text, recordOf(1))).toBe(false);
  expect(passes('-element:*', recordOf(1))).toBe(true);
});

it('a time term is compared with the local time of day', () => {
  const at = new Date(2026, 10, 20, 14, 2, 31, 207).getTime();
  const timedRecord = recordOf(1, { at });
  for (const inside of ['14:02', '14:02:31', '14:02:31.207', '14:02..14:03', '14:02:31.2..', '..14:03']) {
    expect(passes(`time:${inside}`, timedRecord), inside).toBe(true);
  }
  for (const outside of ['14:03', '14:02:30', '14:02:31.208', '14:00..14:02', '..14:02:31']) {
    expect(passes(`time:${outside}`, timedRecord), outside).toBe(false);
  }
});

it('a time term compares each event with the local time of its own date, in summer and in winter', () => {
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
    return this.getUTCMonth() === 6 ? -120 : -60;
  });
  const query = parseQuery<never>('time:12:30', compilePattern);
  const matches = compileQuery(query.ok ? query.value : []);
  const times = ['2026-01-10T11:30:00Z', '2026-07-10T10:30:00Z', '2026-07-10T11:30:00Z', '2026-01-10T11:30:59Z'];
  expect(times.map((time) => matches(recordOf(1, { at: Date.parse(time) })))).toEqual([true, true, false, true]);
  offset.mockRestore();
});

describe('wildcards', () => {
  const recordWithId = (id: string) => recordOf(1, { event: eventOf({ json: { eid: 'LOG', edata: { id } } }) });

  it('a wildcard matches any text, like .* in a regular expression', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'ab', '.', '\n'), { maxLength: 8 }).map((parts) => parts.join(''));
    const wildcard = fc.array(fc.constantFrom('a', 'b', '.', '*', '**'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(wildcard, text, (parts, id) => {
        const value = `${parts.join('')}*`;
        fc.pre(value !== '*');
        const pattern = value.replaceAll('.', '\\.').replaceAll('*', '.*');
        expect(passes(`edata.id:${value}`, recordWithId(id))).toBe(new RegExp(`^${pattern}$`, 's').test(id));
      }),
    );
  });

  it('matching wildcards takes linear time, regardless of their number', () => {
    const filter = `edata.id:${'*a'.repeat(30)}*b`;
    expect(
      measureGrowth(
        (size) => recordWithId('a'.repeat(size)),
        (longRecord) => passes(filter, longRecord),
        50_000,
      ),
    ).toBeLessThan(8);
  });
});

describe('fields with names of Object.prototype members', () => {
  const recordWithMembers = recordOf(1, {
    event: eventOf({ json: JSON.parse('{"constructor":{"x":1},"__proto__":{"x":1},"toString":{"x":1}}') }),
  });
  it.each(['constructor.x:1', '__proto__.x:1', 'toString.x:1', '-valueOf.x:*'])(
    'the filter %s matches a field that has the name of an Object.prototype member',
    (text) => {
      expect(passes(text, recordWithMembers)).toBe(true);
      expect(passes('constructor.x:1')).toBe(false);
    },
  );
});

it.each(Object.entries(filterKeys))(
  'every filter key has a description of each of its values: %s',
  (key, { values }) => {
    const { values: texts } = filterKeyTexts()[key as keyof typeof filterKeys];
    expect(texts && Object.keys(texts)).toEqual(values && [...values]);
  },
);

it.each(Object.values(filterKeyTexts()).map(({ example }) => example))(
  'the example of every filter key is a valid filter: %s',
  (text) => {
    expect(findProblem(text)).toBeNull();
  },
);

it.each([
  ['kind:interacts', '“interacts” isn’t a kind.', 'interact'],
  ['is:lsot', '“lsot” isn’t an is: value.', 'lost'],
  ['state:acepted', '“acepted” isn’t a delivery state.', 'accepted'],
  ['rule:mising', '“mising” isn’t a finding code or rule set.', 'missing'],
  ['kind:log,intract', '“intract” isn’t a kind.', 'interact'],
  ['knd:log', 'Unknown key “knd:”. To search for this text, put it in quotes.', 'kind:'],
  ['kind:zzzzzz', '“zzzzzz” isn’t a kind.', null],
  ['/[/', 'Invalid regular expression /[/: unterminated character class.', null],
  ['edata.id:/(/', 'Invalid regular expression /(/: unterminated group.', null],
  ['/(?=.*a).*b/', '/(?=.*a).*b/ could take too long. Remove the lookaround or the repetition.', null],
  ['edata.id:/(a*)\\1/', '/(a*)\\1/ could take too long. Remove the backreference.', null],
  ['/(?:a{99}){99}b*c/', '/(?:a{99}){99}b*c/ is too large. Use smaller repetitions.', null],
  ['x'.repeat(4_097), 'Filters are limited to 4,096 characters. Shorten it.', null],
  ['a '.repeat(101).trim(), 'Filters are limited to 100 terms. Remove some.', null],
  [`edata.id:${'a,'.repeat(101)}a`, 'Filters are limited to 100 terms. Remove some.', null],
  [`kind:${'x'.repeat(1_000)}`, `“${'x'.repeat(60)}…” isn’t a kind.`, null],
  ['kind:/quiz/', '/quiz/ matches no kind: value.', null],
  ['time:soon', '“soon” isn’t a time range. Example: time:14:02..14:03:20.', null],
  ['time:14:61', '“14:61” isn’t a time range. Example: time:14:02..14:03:20.', null],
  ['time:24:01', '“24:01” isn’t a time range. Example: time:14:02..14:03:20.', null],
])('an error names the problem, and suggests the most similar word if there is one: %s: %s', (text, message, word) => {
  expect(findProblem(text)).toMatchObject({ from: 0, to: text.length });
  expect(messageText(findProblem(text)?.message ?? '')).toBe(message);
  expect(findProblem(text)?.nearest?.word ?? null).toBe(word);
});

it('an error has the position of its term, and a replacement for the whole term', () => {
  expect(findProblem('water -kind:log,intract is:lost')).toMatchObject({
    from: 6,
    to: 23,
    nearest: { term: '-kind:log,interact' },
  });
});

it('no error is reported while the entered word is a prefix of a valid one', () => {
  expect(findProblem('kind:inter', true)).toBeNull();
  expect(findProblem('kind:interacts', true)).not.toBeNull();
  expect(findProblem('kind:inter ', true)).not.toBeNull();
  expect(findProblem('time:14:', true)).toBeNull();
  expect(findProblem('rule:sche', true)).toBeNull();
  expect(findProblem('rule:schema:', true)).toBeNull();
  expect(findProblem('rule:schema:', false)).not.toBeNull();
});

it('an incomplete path without a colon is ignored while the user types it', () => {
  const termsOf = (text: string, isTyping: boolean) => {
    const query = parseQuery<never>(text, compilePattern, isTyping);
    return query.ok ? query.value.map((term) => term.text) : null;
  };
  for (const prefix of ['edata.', 'edata.ty', 'edata.my-ex', '-context.pdata.id', 'is:lost actor.i']) {
    expect(termsOf(prefix, true), prefix).toEqual(prefix.startsWith('is') ? ['is:lost'] : []);
    expect(termsOf(prefix, false), prefix).toHaveLength(prefix.startsWith('is') ? 2 : 1);
  }
  for (const text of ['edata', 'my.data', 'edata./', '"edata."', 'edata.type:x', 'edata.ty is:lost']) {
    expect(termsOf(text, true), text).toEqual(termsOf(text, false));
  }
});

it('parsing any filter text returns a query or an error with a message, and never throws', () => {
  const part = fc.constantFrom(
    'kind:',
    'is:',
    '-',
    '"',
    '/',
    '\\',
    ' ',
    ':',
    'edata.',
    '*',
    '>',
    ',',
    '..',
    'log',
    '(',
    '[',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 8 }), (parts) => {
      const query = parseQuery<never>(parts.join(''), compilePattern);
      if (query.ok) compileQuery(query.value)(record);
      else expect(messageText(query.failure.message)).not.toBe('');
    }),
  );
});

describe('field names', () => {
  const recordWithFields = recordOf(1, {
    event: eventOf({
      json: {
        eid: 'LOG',
        context: { channel: 'in.demo', env: 'lesson', pdata: { id: 'portal', pid: 'player' } },
        object: { id: 'do_1', type: 'Content' },
        edata: { type: 'api', pageid: 'water-cycle', state: 'open' },
      },
    }),
  });

  it.each([
    ['pageid:water-cycle', true],
    ['edata.pageid:water-cycle', true],
    ['pageid:water', false],
    ['pageid:water*', true],
    ['channel:in.demo', true],
    ['env:lesson', true],
    ['pid:player', true],
    ['id:do_1', true],
    ['id:portal', false],
    ['type:content', true],
    ['type:api', true],
    ['-type:content', false],
    ['edata.type:content', false],
    ['edata.state:open', true],
  ])('a field name without a path matches the field anywhere in a V3 event: %s, %s', (text, isMatch) => {
    expect(passes(text, recordWithFields)).toBe(isMatch);
  });

  it('a field name that is also a filter key is read as the filter key', () => {
    expect(parseQuery<never>('state:open', compilePattern).ok).toBe(false);
  });
});

describe('incomplete terms', () => {
  const matchesInput = (text: string) => {
    const query = parseQuery<never>(text, compilePattern, true);
    if (!query.ok) throw new Error(text);
    return compileQuery(query.value)(record);
  };

  it.each([
    ['edata.id:21', true],
    ['id:21', true],
    ['sid:session', true],
    ['id:21 edata.type:click', false],
    ['edata.duration:>60', true],
    ['edata.id:do_*', true],
    ['edata.id:99', false],
  ])(
    'an incomplete term matches parts of a value, and a completed term matches the whole value: %s, %s',
    (text, passed) => {
      expect(matchesInput(text)).toBe(passed);
    },
  );
});

it('an entered path with slashes is searched as text, unless it is a complete regular expression', () => {
  const path = '/lesson/item-2';
  const inputs = Array.from({ length: path.length }, (_, index) => path.slice(0, index + 1));
  const tests = inputs.map((text) => {
    const query = parseQuery<never>(text, compilePattern, true);
    return query.ok ? query.value.flatMap((term) => term.tests) : null;
  });
  // `/lesson/` is a pattern, and `i` after it a flag.
  const texts = inputs.map((text) => (/^\/lesson\/i?$/.test(text) ? 'lesson' : text));
  expect(tests).toEqual(texts.map((value) => [{ type: 'has', value }]));
});

it.each([
  ['user-session:2', ['2']],
  ['user-session:2,3', ['2', '3']],
  ['user-session:*', [null]],
])('the filter %s tests whether a numbered user session contains the event', (text, expectedValues) => {
  const query = parseQuery<never>(text, compilePattern);
  const testedValues: (string | null)[] = [];
  const hasFact: HasFact = (key, _, value) => {
    testedValues.push(value);
    return key !== 'user-session';
  };
  expect(query.ok && compileQuery(query.value, { ...plainFinder, hasFact })(record)).toBe(false);
  expect(testedValues).toEqual(expectedValues);
});

it.each(['user-session:0', 'user-session:content', 'user-session:1,x', 'user-session:/1/'])(
  '%s is not a valid user-session number',
  (text) => {
    expect(findProblem(text)?.message).toMatchObject({ code: 'filter.error.notASession' });
  },
);

it('a filter without a session list rejects user-session:', () => {
  for (const parse of [parseFilterText, parseFilterWithFates]) {
    expect(parse('kind:end user-session:2')).toMatchObject({
      ok: false,
      failure: { from: 9, message: { code: 'filter.error.noUserSessions' } },
    });
  }
});

it.each(['/Ärger .*/', 'edata.note:/^ÄRG/', '/[À-Þ]rger/'])(
  'a regular expression ignores the case of letters beyond ASCII: %s',
  (text) => {
    const json = { eid: 'LOG', edata: { note: 'ärger im Büro' } };
    const german = recordOf(1, { call: null, event: eventOf({ json }) });
    expect(passes(text, german)).toBe(true);
  },
);

it.each(['kind:,', 'is:,,', 'source:,', '-kind:,'])(
  'a term that has only commas is skipped like a term without a value: %s',
  (text) => {
    expect(passes(text)).toBe(true);
  },
);
