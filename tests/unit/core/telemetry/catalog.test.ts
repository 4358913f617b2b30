import { describe, expect, it } from 'vitest';
import { type ArgumentsOf, catalog } from '#core/telemetry/catalog';
import { compiledOf, fieldsOf } from '#core/telemetry/compiled';
import { sampleArguments } from '#core/telemetry/draft';
import { allFields } from '#core/telemetry/fields';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { validateCall } from '#core/telemetry/validate-event';
import { textOf } from '#tests/fixtures/finding-text';
import { documentedKinds } from './documented';
import { formatFinding, formatFindings } from './format-finding';
import { sampleWith } from './sample-events';

const kinds: readonly EventKind[] = eventKinds;

/** Converts a documented path, which begins with an argument name, into a path among positional arguments. */
function toArgumentPath(kind: EventKind, path: string): readonly (string | number)[] {
  const [argument = '', ...rest] = path.split('.');
  return [documentedKinds[kind].signature.indexOf(argument), ...rest];
}

function validateWithout(kind: EventKind, path: string) {
  return validateWith(kind, path, undefined);
}

function validateWith(kind: EventKind, path: string, value: unknown) {
  return validateCall(kind, sampleWith(kind, toArgumentPath(kind, path), value));
}

const cases = <Entry>(pick: (kind: EventKind) => readonly Entry[]) =>
  kinds.flatMap((kind) => pick(kind).map((entry) => [kind, entry] as const));

it('the catalog has the event kinds of section 6 in the order of the specification', () => {
  expect(Object.keys(catalog)).toEqual(Object.keys(documentedKinds));
  expect(kinds).toEqual(Object.keys(documentedKinds));
});

it.each(kinds)('%s has the arguments of its specified signature', (kind) => {
  expect(compiledOf(kind).argumentNames).toEqual(documentedKinds[kind].signature);
});

it.each(kinds)('the sample of %s has no findings', (kind) => {
  expect(validateCall(kind, sampleArguments(kind))).toEqual({ verdict: 'valid', kind, findings: [] });
});

it.each(kinds)('the fields of %s are exactly those of the specification', (kind) => {
  const { required, defaults = [], optional = [] } = documentedKinds[kind];
  const documentedPaths = [...required, ...defaults, ...optional].map((path) => path.replace(/\.\d+(?=\.|$)/g, '.*'));
  const definedFields = allFields(fieldsOf(kind)).filter((field) => field.name !== '*');
  expect(new Set(definedFields.map((field) => field.path.join('.')))).toEqual(new Set(documentedPaths));
});

it.each(kinds)('the sample of %s contains every specified field', (kind) => {
  const { required, optional = [] } = documentedKinds[kind];
  for (const path of [...required, ...optional]) {
    const withoutField = sampleWith(kind, toArgumentPath(kind, path), undefined);
    expect(JSON.stringify(withoutField), path).not.toBe(JSON.stringify(sampleArguments(kind)));
  }
});

describe('each required field', () => {
  it.each(cases((kind) => documentedKinds[kind].required))(
    '%s without %s has one finding about the missing field',
    (kind, path) => {
      const verdict = validateWithout(kind, path);
      expect(formatFindings(verdict)).toEqual([`error missing ${path}`]);
      expect(verdict.verdict).toBe('invalid');
      expect(textOf(verdict.findings[0])).toMatch(/ is required[.;]| is required with /);
    },
  );

  it.each(cases((kind) => documentedKinds[kind].defaults ?? []))(
    '%s without %s uses the default, and has a finding about it',
    (kind, path) => {
      const verdict = validateWithout(kind, path);
      expect(verdict.verdict).toBe('valid');
      expect(formatFindings(verdict)).toContain(`info missing ${path}`);
      expect(textOf(verdict.findings[0])).toContain(`${path} is not set. Default: `);
    },
  );

  it.each(cases((kind) => documentedKinds[kind].required))(
    '%s with null as %s is handled as if the field were missing',
    (kind, path) => {
      expect(formatFindings(validateWith(kind, path, null))).toEqual([`error missing ${path}`]);
    },
  );
});

describe('each optional field', () => {
  const optional = cases((kind) => documentedKinds[kind].optional ?? []);

  it.each(optional)('%s is valid without %s, and with null', (kind, path) => {
    const errors = [validateWithout(kind, path), validateWith(kind, path, null)].flatMap(({ findings }) =>
      findings.filter(({ severity }) => severity === 'error').map(formatFinding),
    );
    expect(errors).toEqual([]);
  });
});

describe('each closed list', () => {
  const lists = cases((kind) => Object.entries(documentedKinds[kind].lists ?? {}));

  it.each(lists)('%s accepts every value in the list of %s', (kind, [path, list]) => {
    for (const value of list) {
      const errors = validateWith(kind, path, value).findings.filter(({ severity }) => severity === 'error');
      expect(errors.map(formatFinding)).toEqual(value === 'LISTEN' ? ['error not-in-list data.subtype'] : []);
    }
  });

  it.each(lists)(
    '%s rejects an empty string and any value outside the list of %s, and the finding has the list',
    (kind, [path, list]) => {
      for (const value of ['neither', '']) {
        const [finding] = validateWith(kind, path, value).findings.filter(({ code }) => code === 'not-in-list');
        expect(finding).toMatchObject({ severity: 'error', path: path.split('.'), params: { allowed: list } });
        expect(textOf(finding)).toContain(list.join(', '));
      }
    },
  );

  it.each(lists)('%s has a finding about letter case if a value of %s differs only in case', (kind, [path, list]) => {
    const [value = ''] = list;
    const valueInOtherCase = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
    const [finding] = validateWith(kind, path, valueInOtherCase).findings.filter(({ code }) => code === 'not-in-list');
    expect(textOf(finding)).toContain(` is case-sensitive: use ${value}, not "${valueInOtherCase}".`);
  });
});

it.each(kinds)('every path in the headline, rules and argument mappings of %s refers to a field', (kind) => {
  const { definition, mappings } = compiledOf(kind);
  const fieldPaths = new Set(allFields(fieldsOf(kind)).map((field) => field.path.join('.')));
  const headlinePaths = definition.headline.flatMap((part) =>
    typeof part === 'string' ? [part] : Object.values<string>(part.values),
  );
  const rulePaths = (definition.rules ?? []).map((rule) => rule.field);
  const mappingPaths = mappings.map((mapping) => mapping.argument.join('.'));
  for (const path of [...headlinePaths, ...rulePaths, ...mappingPaths]) expect(fieldPaths).toContain(path);
});

it('the argument types of the catalog reject an invalid mode at compile time', () => {
  type InvalidArguments = { contentId: string; data: { type: 'player'; mode: 'paly'; stageid: string } };
  const isAssignable: InvalidArguments extends ArgumentsOf<'start'> ? true : false = false;
  expect(isAssignable).toBe(false);
});

it('the catalog has a sample with Hindi text', () => {
  expect(JSON.stringify(kinds.map(sampleArguments))).toMatch(/\p{Script=Devanagari}/u);
});
