/* @header */
import { runInNewContext } from 'node:vm';
import { expect, type Page, test } from '@playwright/test';
import { classifyStatus, type StatusClass } from '#core/journey/classify-status';

/** The page under test: PAGE_URL in the environment, or this one. */
const pageUrl = process.env.PAGE_URL ?? 'PAGE_URL_OF_THE_SCENARIO';

/** What a visitor does on the page while the scenario looks on: to be written here, as clicks and inputs. */
async function act(page: Page): Promise<void> {
  await page.waitForLoadState();
}

const scenario: Scenario = { name: '', steps: [] }; /* @scenario */

/** What the V3 definitions say of each kind's arguments; rules between fields are not part of it. */
const definitions: Readonly<Record<string, readonly Field[]>> = {}; /* @definitions */

test(scenario.name, async ({ page }) => {
  const log = await listen(page);
  test.setTimeout(30_000 + scenario.steps.reduce((sum, step) => sum + patienceOf(step), 0));
  await page.goto(pageUrl);
  const acting = act(page);
  const place: Place = { cursor: 0, current: null };
  for (const [index, step] of scenario.steps.entries()) {
    await test.step(`${index + 1}. ${step.words}`, () => perform(step, page, log, place));
  }
  await acting;
});

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

type Step = { readonly words: string } & (Action | Expectation);

type Action =
  | { readonly do: 'fire'; readonly kind: string; readonly args: readonly Json[] }
  | { readonly do: 'wait'; readonly ms: number };

type Expectation =
  | { readonly do: 'wait-for'; readonly filter: Filter; readonly within: number }
  | { readonly do: 'expect-kind'; readonly kind: string; readonly within: number }
  | { readonly do: 'expect-field'; readonly path: string; readonly is: FieldTest; readonly within: number }
  | { readonly do: 'expect-no-invalid' }
  | {
      readonly do: 'expect-count';
      readonly filter: Filter;
      readonly count: number;
      readonly compare: 'exactly' | 'at least' | 'at most';
      readonly within: number;
    };

type FieldTest = { readonly equals: Json } | { readonly matches: string } | { readonly present: boolean };

interface Filter {
  readonly text: string;
  readonly terms: readonly Term[];
}

interface Term {
  readonly key: string | null;
  readonly negated: boolean;
  readonly tests: readonly ValueTest[];
}

type ValueTest =
  | { readonly how: 'is' | 'has'; readonly value: string }
  | { readonly how: 'like'; readonly parts: readonly string[] }
  | { readonly how: 'matches'; readonly source: string; readonly flags: string }
  | { readonly how: 'compares'; readonly sign: '<' | '<=' | '>' | '>='; readonly value: number }
  | { readonly how: 'is-there' };

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly choices: readonly string[] | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly onePair: boolean;
  readonly item: Field | null;
  readonly children: readonly Field[];
  readonly entries: Field | null;
}

/** One event: the call of the SDK, and what the SDK emitted of it. */
interface Seen {
  readonly id: string;
  readonly kind: string;
  readonly args: readonly Json[] | null;
  readonly event: Json | null;
  readonly url: string;
  readonly fired: boolean;
  readonly outcome: 'running' | 'returned' | 'threw';
}

interface Log {
  readonly seen: Seen[];
  /** How far each event got, by its mid: `sent`, `answered`, `refused`, `failed`. */
  readonly states: Map<string, string>;
}

/** Where the scenario stands in the events. */
interface Place {
  cursor: number;
  current: Seen | null;
}

async function perform(step: Step, page: Page, log: Log, place: Place): Promise<void> {
  if (step.do === 'wait') return page.waitForTimeout(step.ms);
  if (step.do === 'fire') return fire(step.kind, step.args, page, log, place);
  await expect
    .poll(() => judge(step, log, place, false), { timeout: patienceOf(step) || 1 })
    .not.toBe('open')
    .catch(() => {});
  expect(judge(step, log, place, true), step.words).toBe('passed');
}

function patienceOf(step: Step): number {
  if (step.do === 'wait') return step.ms;
  return 'within' in step ? step.within : 0;
}

async function fire(kind: string, args: readonly Json[], page: Page, log: Log, place: Place): Promise<void> {
  const before = log.seen.length;
  await page.waitForFunction(() => '__callSdk' in window && document.readyState === 'complete');
  const problem = await page.evaluate(
    ({ kind, json }) =>
      (window as unknown as { __callSdk: (kind: string, args: readonly unknown[]) => string | null }).__callSdk(
        kind,
        JSON.parse(json),
      ),
    // Passed as text: Playwright's serialization loses a field named `__proto__`.
    { kind, json: JSON.stringify(args) },
  );
  expect(problem, `${kind} can be fired`).toBeNull();
  const findFiredIndex = () => log.seen.findIndex((seen, index) => index >= before && seen.fired && seen.kind === kind);
  await expect.poll(findFiredIndex, { message: `${kind} was fired, and is seen again` }).toBeGreaterThanOrEqual(0);
  place.cursor = findFiredIndex();
  place.current = log.seen[place.cursor] ?? null;
}

/** `passed`, `open`, or the exact difference. A step that passes moves the place on. */
function judge(step: Expectation, log: Log, place: Place, isOver: boolean): string {
  const coming = log.seen.slice(place.cursor);
  switch (step.do) {
    case 'wait-for': {
      const index = coming.findIndex((seen) => matches(step.filter, seen, log));
      if (index >= 0) return take(place, coming[index], place.cursor + index + 1, isOver);
      return isOver ? `No event matched ${step.filter.text}. Came instead: ${named(coming)}` : 'open';
    }
    case 'expect-kind': {
      const [next] = coming;
      if (next?.kind === step.kind) return take(place, next, place.cursor + 1, isOver);
      if (next) return `${step.kind.toUpperCase()} was expected next; ${named([next])} came instead`;
      return isOver ? `${step.kind.toUpperCase()} was expected next; nothing came` : 'open';
    }
    case 'expect-field':
      return judgeField(step.path, step.is, place.current);
    case 'expect-no-invalid': {
      const invalid = log.seen.filter((seen) => faultsOf(seen).length > 0);
      const invalidTexts = invalid.map((seen) => `${named([seen])}: ${faultsOf(seen).join(', ')}`);
      return invalid.length === 0 ? 'passed' : `invalid: ${invalidTexts.join('; ')}`;
    }
    case 'expect-count': {
      const found = log.seen.filter((seen) => matches(step.filter, seen, log)).length;
      const passes = { exactly: found === step.count, 'at least': found >= step.count, 'at most': found <= step.count };
      if (passes[step.compare]) return 'passed';
      if (found < step.count && !isOver) return 'open';
      return `${found} match ${step.filter.text}; ${step.compare} ${step.count} expected`;
    }
  }
}

/** Asked twice, the second time for good: only then the place moves on. */
function take(place: Place, seen: Seen | undefined, cursor: number, isOver: boolean): string {
  if (isOver) {
    place.cursor = cursor;
    place.current = seen ?? null;
  }
  return 'passed';
}

function judgeField(path: string, is: FieldTest, current: Seen | null): string {
  if (!current) return `${path} cannot be looked up: no step before has found an event`;
  const found = valuesAt(current, path);
  const there = found.filter((value) => value !== null);
  if ('present' in is) {
    if (is.present === there.length > 0) return 'passed';
    return `${path} of ${named([current])} is ${is.present ? 'absent' : 'there'}`;
  }
  const passes =
    'equals' in is
      ? found.some((value) => canonical(value) === canonical(is.equals))
      : there.some((value) =>
          patternMatches(is.matches, 'u', typeof value === 'string' ? value : JSON.stringify(value)),
        );
  if (passes) return 'passed';
  const [first] = found;
  const wanted = 'equals' in is ? `to be ${JSON.stringify(is.equals)}` : `to match /${is.matches}/`;
  const actual = first === undefined ? 'is absent' : `is ${JSON.stringify(first)}`;
  return `${path} of ${named([current])} ${actual}; it was expected ${wanted}`;
}

/** JSON with its keys in order, so that equal values are equal texts. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

function named(events: readonly Seen[]): string {
  const names = events.slice(0, 3).map(({ kind, event, args }) => {
    const data = at(event, ['edata']) ?? args?.at(-1) ?? null;
    const id = at(data, ['id']) ?? at(data, ['pageid']) ?? at(data, ['type']);
    return `${kind.toUpperCase()}${typeof id === 'string' ? ` ${id}` : ''}`;
  });
  return names.join(', ') || 'nothing';
}

function matches({ terms }: Filter, seen: Seen, log: Log): boolean {
  return terms.every(({ key, negated, tests }) => tests.some((test) => meets(key, test, seen, log)) !== negated);
}

function meets(key: string | null, test: ValueTest, seen: Seen, log: Log): boolean {
  if (key === null) return textMeets(test, JSON.stringify([seen.kind, seen.args, seen.event]).toLowerCase());
  if (key === 'kind') return textMeets(test, seen.kind);
  if (key === 'page') return textMeets(test, seen.url.toLowerCase());
  if (key === 'state' || key === 'is') return facts(seen, log).some((fact) => textMeets(test, fact));
  return valuesAt(seen, key).some((value) => valueMeets(test, value));
}

/** Whether it is valid and fired manually, and how far it got. */
function facts(seen: Seen, log: Log): readonly string[] {
  const mid = at(seen.event, ['mid']);
  const ofCall = seen.outcome === 'threw' ? 'threw' : seen.outcome === 'returned' ? 'dropped' : 'called';
  const unsent = seen.event === null ? ofCall : 'waiting';
  return [
    faultsOf(seen).length > 0 ? 'invalid' : 'valid',
    seen.fired ? 'fired' : '',
    (typeof mid === 'string' ? log.states.get(mid) : undefined) ?? unsent,
  ];
}

function valueMeets(test: ValueTest, value: Json): boolean {
  if (test.how === 'is-there') return value !== null;
  if (test.how !== 'compares')
    return textMeets(test, (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase());
  if (typeof value !== 'number') return false;
  const outcomes = {
    '<': value < test.value,
    '<=': value <= test.value,
    '>': value > test.value,
    '>=': value >= test.value,
  };
  return outcomes[test.sign];
}

function textMeets(test: ValueTest, text: string): boolean {
  if (test.how === 'is') return text === test.value;
  if (test.how === 'has') return text.includes(test.value);
  if (test.how === 'like') return isLike(text, test.parts);
  return test.how === 'matches' && patternMatches(test.source, test.flags, text);
}

/** Throws where the pattern takes longer than a second: it must not stop the whole test run. */
function patternMatches(source: string, flags: string, text: string): boolean {
  return runInNewContext('new RegExp(source, flags).test(text)', { source, flags, text }, { timeout: 1000 }) === true;
}

/** Whether the text has these parts in this order, the first at its start and the last at its end. */
function isLike(text: string, parts: readonly string[]): boolean {
  const [start = '', ...others] = parts;
  const end = others.pop() ?? '';
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - end.length;
}

/** Every value at a path of the event; `data` is its edata, and lists are looked into. */
function valuesAt(seen: Seen, path: string): readonly Json[] {
  const shortcuts: ReadonlyMap<string, readonly string[]> = new Map([
    ['data', ['edata']],
    ['sid', ['context', 'sid']],
    ['cdata', ['context', 'cdata']],
  ]);
  const [first = '', ...rest] = path.split('.');
  const steps = [...(shortcuts.get(first) ?? [first]), ...rest];
  if (seen.event !== null) return all(seen.event, steps);
  return steps[0] === 'edata' && seen.args ? seen.args.flatMap((argument) => all(argument, steps.slice(1))) : [];
}

function all(value: Json, [step, ...rest]: readonly string[]): readonly Json[] {
  if (step === undefined) return isList(value) ? [...value, value] : [value];
  if (isList(value) && !(step in value)) return value.flatMap((item) => all(item, [step, ...rest]));
  const inner = at(value, [step]);
  return inner === undefined ? [] : all(inner, rest);
}

function at(value: Json | null, path: readonly string[]): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Readonly<Record<string, Json>>)[step];
  }
  return here;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with a call by its definition: the paths. */
function faultsOf({ kind, args }: Seen): readonly string[] {
  const fields = definitions[kind] ?? [];
  return args === null ? [] : fields.flatMap((field, index) => faults(field, args[index], field.name));
}

function faults(field: Field, value: Json | undefined, path: string): readonly string[] {
  if (value === undefined || value === null) return field.required ? [`${path} is missing`] : [];
  const typeMatches: Readonly<Record<string, boolean>> = {
    string: typeof value === 'string',
    number: typeof value === 'number',
    integer: Number.isSafeInteger(value),
    boolean: typeof value === 'boolean',
    array: isList(value),
    object: isObject(value),
    any: true,
  };
  if (!typeMatches[field.type]) return [`${path} is no ${field.type}`];
  if (typeof value === 'string' && field.choices && !field.choices.includes(value))
    return [`${path} "${value}" is not in the list`];
  if (typeof value === 'number' && (value < (field.minimum ?? value) || value > (field.maximum ?? value)))
    return [`${path} is out of range`];
  if (isList(value))
    return value.flatMap((item, index) => (field.item ? faults(field.item, item, `${path}.${index}`) : []));
  if (!isObject(value)) return [];
  const pair = field.onePair && Object.keys(value).length !== 1 ? [`${path} has not exactly one key`] : [];
  const inside = field.children.flatMap((child) => faults(child, value[child.name], `${path}.${child.name}`));
  const { entries } = field;
  const others =
    entries === null ? [] : Object.entries(value).flatMap(([key, entry]) => faults(entries, entry, `${path}.${key}`));
  return [...pair, ...inside, ...others];
}

/** Notes every call of the SDK and every event that it emits, in this page and those that follow, and its requests. */
async function listen(page: Page): Promise<Log> {
  const log: Log = { seen: [], states: new Map() };
  await page.exposeBinding('__noteTelemetry', (_, json: string) => {
    const seen: Seen = JSON.parse(json);
    const index = log.seen.findIndex(({ id }) => id === seen.id);
    if (index >= 0) log.seen[index] = seen;
    else log.seen.push(seen);
  });
  const note = (body: string | null, state: string): void => {
    for (const mid of midsIn(body)) log.states.set(mid, state);
  };
  page.on('request', (request) => note(request.postData(), 'sent'));
  page.on('requestfailed', (request) => note(request.postData(), 'failed'));
  page.on('response', (response) =>
    note(response.request().postData(), stateOfStatus[classifyStatus(response.status())]),
  );
  await page.addInitScript(watchSdk, Object.keys(definitions));
  return log;
}

const stateOfStatus: Readonly<Record<StatusClass, string>> = {
  answered: 'answered',
  redirected: 'sent',
  'body-dropped': 'failed',
  refused: 'refused',
};

/** Telemetry is known by its body: a list of events. */
function midsIn(body: string | null): readonly string[] {
  try {
    const json: Json = JSON.parse(body ?? 'null');
    const events = at(json, ['events']);
    return isList(events)
      ? events.flatMap((event) => [at(event, ['mid'])].filter((mid) => typeof mid === 'string'))
      : [];
  } catch {
    return [];
  }
}

/** Runs in the page, before its first script. */
function watchSdk(kinds: readonly string[]): void {
  type Call = (...args: readonly unknown[]) => unknown;
  interface Noted {
    id: string;
    kind: string;
    args: unknown;
    event: unknown;
    url: string;
    fired: boolean;
    outcome: string;
  }
  const deps = window as unknown as {
    __noteTelemetry: (json: string) => void;
    __callSdk?: (kind: string, args: readonly unknown[]) => string | null;
  };
  const names = ['$t', 'EkTelemetry', 'Telemetry', 'telemetry'];
  const part = Math.random().toString(36).slice(2);
  const wrapped = new WeakSet<object>();
  const waiting: Noted[] = [];
  let count = 0;
  let sdk: object | null = null;
  let isFiring = false;
  const copy = (value: unknown): unknown => {
    try {
      return JSON.parse(JSON.stringify(value) ?? 'null');
    } catch {
      return null;
    }
  };
  const note = (noted: Noted): void => deps.__noteTelemetry(JSON.stringify(noted));
  const begin = (kind: string, args: unknown): Noted => {
    count += 1;
    return { id: `${part}.${count}`, kind, args, event: null, url: location.href, fired: isFiring, outcome: 'running' };
  };
  const wrap = (owner: object, kind: string): void => {
    const original: unknown = Reflect.get(owner, kind);
    if (typeof original !== 'function') return;
    const stand: Call = function (this: unknown, ...args) {
      const noted = begin(kind, copy(args));
      note(noted);
      waiting.push(noted);
      try {
        const result: unknown = Reflect.apply(original, this, args);
        noted.outcome = 'returned';
        return result;
      } catch (problem) {
        noted.outcome = 'threw';
        throw problem;
      } finally {
        note(noted);
      }
    };
    Object.defineProperty(owner, kind, { value: stand, configurable: true, writable: true });
  };
  const adopt = (value: unknown): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || wrapped.has(value)) return;
    const owner = value;
    if (!['start', 'end', 'impression', 'interact'].every((kind) => typeof Reflect.get(owner, kind) === 'function'))
      return;
    wrapped.add(owner);
    sdk = owner;
    for (const kind of kinds) wrap(owner, kind);
    deps.__callSdk = (kind, args) => {
      const method: unknown = sdk === null ? null : Reflect.get(sdk, kind);
      if (typeof method !== 'function') return `The page's SDK has no ${kind}.`;
      isFiring = true;
      try {
        const result: unknown = Reflect.apply(method, sdk, args);
        if (result instanceof Promise) result.catch(() => {});
      } catch {
      } finally {
        isFiring = false;
      }
      return null;
    };
  };
  for (const name of names) {
    let held: unknown;
    Object.defineProperty(window, name, {
      configurable: true,
      enumerable: true,
      get: () => held,
      set(value) {
        held = value;
        adopt(value);
      },
    });
  }
  window.addEventListener(
    'TelemetryEvent',
    (raised) => {
      const event = copy((raised as CustomEvent).detail);
      const eid = (event as { eid?: unknown } | null)?.eid;
      if (typeof eid !== 'string') return;
      const index = waiting.findLastIndex(({ kind, outcome }) => kind.toUpperCase() === eid && outcome !== 'threw');
      const [noted = begin(eid.toLowerCase(), null)] = index < 0 ? [] : waiting.splice(index, 1);
      noted.event = event;
      note(noted);
    },
    true,
  );
}
