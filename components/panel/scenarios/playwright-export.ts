import { messageText } from '#components/i18n/message-text.ts';
import type { Json } from '#core/json/json';
import { compilePattern } from '#core/patterns/compile-pattern';
import type { Term } from '#core/query/query';
import { readQuery } from '#core/query/read-query';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import { toOneLine } from '#core/quoting/json-text';
import { DEFAULT_TIMEOUT_MS, type Scenario, type Step } from '#core/scenarios/scenario';
import { messageForStep } from '#core/scenarios/step-labels';
import { fieldsOf } from '#core/telemetry/compiled';
import { readDraft } from '#core/telemetry/draft';
import type { Field } from '#core/telemetry/fields';
import { eventKinds } from '#core/telemetry/kinds';
import { fail, type Result, succeed } from '#core/util/result';
import { i18n } from '#i18n';
import classifyStatus from '../../../lib/core/journey/classify-status.ts?raw';
import runtime from './playwright-runtime.ts?raw';

/** Filter keys and values that only the panel knows: what it takes is not seen from inside a test. */
const onlyInPanel: Readonly<Record<string, readonly string[] | null>> = {
  rule: null,
  time: null,
  is: ['notice', 'changed', 'doubled', 'lost'],
  state: ['lost'],
};

/**
 * The scenario as a Playwright test that needs nothing but Playwright.
 * Fails with a sentence where a step asks for what only the panel sees.
 */
export function exportPlaywrightTest(scenario: Scenario, pageUrl: string): Result<string, string> {
  const steps: unknown[] = [];
  for (const [index, step] of scenario.steps.entries()) {
    const created = stepForTest(step);
    if (!created.ok)
      return fail(
        i18n.t('scenarios.fault.inStep', {
          n: index + 1,
          step: messageText(messageForStep(step)),
          fault: created.failure,
        }),
      );
    steps.push(created.value);
  }
  const data: Json = JSON.parse(JSON.stringify({ name: scenario.name, steps }));
  const text = fillMarks(runtime, [
    ["import { classifyStatus, type StatusClass } from '#core/journey/classify-status';\n", statusCode()],
    ['/* @header */', headerOf(scenario)],
    ["'PAGE_URL_OF_THE_SCENARIO'", formatJavaScriptLiteral(pageUrl)],
    ["{ name: '', steps: [] }; /* @scenario */", `${formatJavaScriptLiteral(data)};`],
    ['{}; /* @definitions */', `${formatJavaScriptLiteral(definitions(), 0)};`],
  ]);
  return succeed(text);
}

/** Replaces each mark of the template once. What is put in may hold the very text of a mark. */
function fillMarks(template: string, parts: readonly (readonly [mark: string, text: string])[]): string {
  const places = parts.map(([mark, text]) => ({ from: template.indexOf(mark), mark, text }));
  places.sort((one, other) => one.from - other.from);
  let filled = '';
  let end = 0;
  for (const { from, mark, text } of places) {
    filled += template.slice(end, from) + text;
    end = from + mark.length;
  }
  return filled + template.slice(end);
}

function statusCode(): string {
  return `\n${classifyStatus.replace(/^export /gm, '')}`;
}

function headerOf({ name }: Scenario): string {
  const line = toOneLine(name.replace(/\s+/g, ' '));
  return `// ${line}\n// A scenario of Telemetry V3 DevTools. Run it with: PAGE_URL=http://localhost:3000/ npx playwright test`;
}

function stepForTest(step: Step): Result<unknown, string> {
  const label = messageText(messageForStep(step));
  switch (step.do) {
    case 'fire': {
      const read = readDraft(step.kind, JSON.stringify(step.args));
      return read.ok
        ? succeed({ words: label, do: step.do, kind: step.kind, args: read.value })
        : fail(messageText(read.failure.message));
    }
    case 'wait-for':
      return withFilter(step.filter, { words: label, ...step, within: step.within ?? DEFAULT_TIMEOUT_MS });
    case 'expect-count': {
      const { compare = 'exactly', within = DEFAULT_TIMEOUT_MS } = step;
      return withFilter(step.filter, { words: label, ...step, compare, within });
    }
    case 'expect-kind':
      return succeed({ words: label, ...step, within: step.within ?? DEFAULT_TIMEOUT_MS });
    case 'expect-field':
      return succeed({ words: label, ...step, within: 0 });
    case 'wait':
    case 'expect-no-invalid':
      return succeed({ words: label, ...step });
  }
}

function withFilter(filter: string, step: object): Result<unknown, string> {
  const query = readQuery<never>(filter, compilePattern);
  if (!query.ok) return fail(messageText(query.failure.message));
  const hidden = query.value.find(isHidden);
  if (hidden) return fail(i18n.t('scenarios.fault.onlyInPanel', { term: hidden.text }));
  return succeed({ ...step, filter: { text: filter, terms: query.value.map(termForTest) } });
}

function isHidden({ key, tests }: Term): boolean {
  if (key === null || !Object.hasOwn(onlyInPanel, key)) return false;
  const hidden = onlyInPanel[key];
  return !hidden || tests.some((test) => test.how === 'is' && hidden.includes(test.value));
}

function termForTest({ key, negated, tests }: Term): unknown {
  const plain = tests.map((test) => (test.how === 'matches' ? { how: test.how, ...test.pattern } : test));
  return { key, negated, tests: plain };
}

function definitions(): Json {
  return Object.fromEntries(eventKinds.map((kind) => [kind, fieldsOf(kind).map(fieldForTest)]));
}

/** What is an error of a field; a field with a default may be absent. */
function fieldForTest(field: Field): Json {
  return {
    name: field.name,
    type: field.type,
    required: field.name === '*' || (field.required && field.defaultText === null),
    choices: field.choices,
    minimum: field.minimum,
    maximum: field.maximum,
    onePair: field.onePair,
    item: field.item ? fieldForTest(field.item) : null,
    children: field.children.map(fieldForTest),
    entries: typeof field.additionalProperties === 'object' ? fieldForTest(field.additionalProperties) : null,
  };
}
