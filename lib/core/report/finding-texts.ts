import { formatPath, isJsonArray, isJsonObject, type Json, type JsonObject, type JsonPath } from '#core/json/json';
import { isBuiltInRuleSet, type RuleSetId, SESSION_RULE_SET } from '#core/telemetry/findings';

type MessageValues = Readonly<Record<string, string | number>>;

/** Returns the text of a key of `locales` in one language, or `null` if there is none. */
export type Translate = (key: string, values: MessageValues) => string | null;

type DescribedFinding = { readonly path: JsonPath; readonly params: JsonObject };

/**
 * Sentences of findings in one language.
 * Never throws or returns an empty text, because a file may have any parameters.
 */
export interface FindingTexts {
  /** Returns the sentence of a finding, or its reason if this version has no sentence for it. */
  readonly findingText: (finding: DescribedFinding) => string;
  /** Returns the sentence without the allowed values, for a UI that shows them separately. */
  readonly shortFindingText: (finding: DescribedFinding) => string;
  /** Returns the invalid value of a finding, or `null` if it has none. */
  readonly foundValueText: (finding: Pick<DescribedFinding, 'params'>) => string | null;
  /** Returns the title of a rule set. */
  readonly ruleSetTitle: (id: RuleSetId) => string;
}

/** Parameters that are codes, each with the key of its message. */
const CODED_PARAMS: Readonly<Record<string, (code: string) => string>> = {
  need: (code) => `findings.need.${code}`,
  note: (code) => `definitions.note.${code}`,
  default: (code) => `definitions.default.${code}`,
  expected: (code) => `definitions.type.${code}`,
};

/** Replacement for an empty value, which a reader would overlook. */
const EMPTY = '""';

/** Limit of the listed values in a sentence. A list in a schema may have thousands. */
const MAX_LIST_ITEMS = 50;

/** Creates the sentences from the messages `findings.*` and `definitions.*` of a language. */
export function createFindingTexts(translate: Translate): FindingTexts {
  const pathText = (path: JsonPath): string => {
    const [first, ...rest] = path;
    if (first === undefined) return partText('the-value', {});
    const start = typeof first === 'number' ? partText('argument', { position: first + 1 }) : first;
    // A key of the page may contain terminal escape sequences.
    return formatPath([start, ...rest]).replace(/\p{Cc}/gu, '\uFFFD');
  };

  const partText = (reason: string, values: MessageValues): string =>
    translate(`findings.part.${reason}`, values) ?? reason;

  const sentenceText = (params: JsonObject, values: MessageValues): string =>
    translate(`findings.sentence.${params.reason}`, values) ?? String(params.reason);

  const valuesOf = ({ path, params }: DescribedFinding): MessageValues => {
    const displayedPath = pathText(path);
    const texts = Object.entries(params).map(([name, value]) => [name, valueText(name, value, displayedPath)]);
    return { ...Object.fromEntries(texts), path: displayedPath };
  };

  /**
   * Formats a parameter.
   * A nested sentence has scalar parameters only, so that a file cannot nest deeper.
   */
  const valueText = (name: string, value: Json, displayedPath: string): string | number => {
    if (isJsonObject(value)) {
      const inner = Object.entries(value).map(([key, each]) => [key, scalarOf(key, each)]);
      return partText(String(value.reason), { ...Object.fromEntries(inner), path: displayedPath });
    }
    const keyOf = Object.hasOwn(CODED_PARAMS, name) ? CODED_PARAMS[name] : undefined;
    if (keyOf !== undefined) {
      const text = translate(keyOf(String(value)), {});
      if (text === null) return scalarText(value);
      return name === 'note' ? formatNoteTail(text) : text;
    }
    if (!isJsonArray(value)) return scalarOf(name, value);
    const items = value.slice(0, MAX_LIST_ITEMS).map(scalarText);
    return (items.length < value.length ? [...items, '…'] : items).join(', ');
  };

  const scalarOf = (name: string, value: Json): string | number =>
    name === 'value' && value === EMPTY ? partText('empty-string', {}) : scalarText(value);

  return {
    findingText: (finding) => sentenceText(finding.params, valuesOf(finding)),

    shortFindingText: (finding) => {
      const { allowed, reason } = finding.params;
      const values = valuesOf(finding);
      const count = isJsonArray(allowed ?? null) ? (allowed as readonly Json[]).length : 0;
      const short = allowed ? translate(`findings.short.${reason}`, { ...values, count }) : null;
      return short ?? sentenceText(finding.params, values);
    },

    foundValueText: ({ params: { value, found } }) => {
      const actual = value ?? (isJsonObject(found ?? null) ? (found as JsonObject).value : undefined);
      return actual === undefined || typeof actual === 'object' ? null : String(scalarOf('value', actual));
    },

    ruleSetTitle: (id) => {
      const isNamed = isBuiltInRuleSet(id) || id === SESSION_RULE_SET;
      return (isNamed ? translate(`findings.ruleSet.${id}`, {}) : null) ?? id;
    },
  };
}

/**
 * Formats a note of the definition as the end of a sentence: `Message ID.` → `message ID`.
 * A Latin word at the start of a Hindi note is a name and keeps its capital.
 */
function formatNoteTail(note: string): string {
  if (note.endsWith('।')) return note.slice(0, -1);
  const bare = note.replace(/\.$/, '');
  return /^[A-Z][a-z]/.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare;
}

function scalarText(value: Json): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value !== null ? '' : String(value);
}
