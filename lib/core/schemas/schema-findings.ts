import { isJsonArray, type Json, type JsonPath } from '#core/json/json';
import { nodeOfRuleSet, shareFinding } from '#core/telemetry/finding-cache';
import { MAX_LISTED, toUnlistedFinding } from '#core/telemetry/finding-list';
import { toFoundParams, typeVariant } from '#core/telemetry/finding-params';
import type { Finding, FindingCode, FindingParams } from '#core/telemetry/findings';
import { formatKey, quoteText } from '#core/telemetry/wording';
import type { KeywordFailure } from './engine/failure-collector';
import {
  APPLICATORS,
  allowedValuesOf,
  commonTypes,
  commonValues,
  isCondition,
  keywordName,
  nearestBranch,
  toKeywordName,
  toList,
} from './failure-alternatives';
import { childAt, decodeFragment, pointerSteps } from './json-pointer';

/** The id of a rule set of imported schemas. */
export type SchemaSetId = `schema:${string}`;

/** The names of the rule set and its files for findings. */
export interface SchemaNaming {
  readonly ruleSet: SchemaSetId;
  /** Returns the file and the JSON pointer of the schema with a URI. */
  readonly fileOf: (uri: string) => { readonly file: string; readonly pointer: string };
}

/** Limit of the findings of the nearest alternative, which replace "no alternative matches". */
const MAX_ALTERNATIVE_FINDINGS = 3;
const MAX_NESTED_ALTERNATIVES = 20;

/** Converts failures to findings, without duplicates and with few findings of alternatives. */
export function convertFailures(
  failures: readonly KeywordFailure[],
  event: Json,
  naming: SchemaNaming,
): readonly Finding[] {
  const findings = [...new Set(new FailureConverter(event, naming).toFindings(failures, 0))];
  const firstUnlisted = findings[MAX_LISTED];
  if (firstUnlisted === undefined) return findings;
  return [...findings.slice(0, MAX_LISTED), toUnlistedFinding(firstUnlisted, findings.length - MAX_LISTED)];
}

/** Returns the finding of an event that was not checked, because the check takes too many steps. */
export function uncheckedFinding(schema: string, ruleSet: SchemaSetId): Finding {
  const params = { reason: 'schema-unchecked', schema, keyword: '', pointer: '' } as const;
  return { ruleSet, severity: 'warning', code: 'out-of-range', path: [], params };
}

/** The parameters that the sentences of all failures have. */
interface SchemaParams {
  readonly keyword: string;
  readonly schema: string;
  readonly pointer: string;
}

interface FindingOptions {
  readonly code: FindingCode;
  /** Determines the parameters, together with the keyword and its location. */
  readonly variant?: string;
  readonly params: (schema: SchemaParams) => FindingParams;
  /** The missing field of the value. */
  readonly field?: string;
}

interface ActualFindingOptions {
  readonly code: FindingCode;
  readonly params: (found: ReturnType<typeof toFoundParams>, schema: SchemaParams) => FindingParams;
  readonly expected?: string | undefined;
}

const LIMITS: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);

class FailureConverter {
  readonly #event: Json;
  readonly #naming: SchemaNaming;

  constructor(event: Json, naming: SchemaNaming) {
    this.#event = event;
    this.#naming = naming;
  }

  toFindings(failures: readonly KeywordFailure[], level: number): readonly Finding[] {
    return level > MAX_NESTED_ALTERNATIVES
      ? []
      : failures.flatMap((failure) => this.#toFindingsOfFailure(failure, level));
  }

  #toFindingsOfFailure(failure: KeywordFailure, level: number): readonly Finding[] {
    // `propertyNames` applies to the name of a field, not to its value.
    if (failure.instance.startsWith('*')) return [this.#notAllowed(failure)];
    const keyword = keywordName(failure);
    if (keyword === 'anyOf' || keyword === 'oneOf') return this.#toFindingsOfAlternatives(failure, keyword, level);
    if (!APPLICATORS.has(keyword)) return this.#toFindingsOfKeyword(failure, keyword);
    const branches = failure.branches.filter(({ schema }) => !isCondition(failure, schema));
    const inner = branches.flatMap(({ failures }) => this.toFindings(failures, level));
    if (inner.length > 0) return inner;
    return keyword === 'dependencies' ? this.#toFindingsOfDependencies(failure) : [this.#generic(failure, keyword)];
  }

  /** Converts the failure of alternatives, of which none or too many match. */
  #toFindingsOfAlternatives(failure: KeywordFailure, keyword: string, level: number): readonly Finding[] {
    const count = isJsonArray(failure.value) ? failure.value.length : 0;
    if (failure.branches.length < count) {
      return [
        this.#finding(failure, {
          code: 'contradiction',
          params: (schema) => ({ reason: 'schema-several', count, ...schema }),
        }),
      ];
    }
    const types = commonTypes(failure);
    if (types !== null) return [this.#wrongType(failure, types)];
    const values = commonValues(failure);
    if (values !== null) return [this.#notInList(failure, values)];
    const nearest = nearestBranch(failure);
    const inner = nearest === null ? [] : this.toFindings(nearest, level + 1);
    if (inner.length > 0 && inner.length <= MAX_ALTERNATIVE_FINDINGS) return inner;
    return [
      this.#finding(failure, {
        code: 'contradiction',
        variant: keyword,
        params: (schema) => ({ reason: 'schema-none', count, ...schema }),
      }),
    ];
  }

  #toFindingsOfKeyword(failure: KeywordFailure, keyword: string): readonly Finding[] {
    const { value } = failure;
    switch (keyword) {
      case 'type':
        return [this.#wrongType(failure, toList(value))];
      case 'enum':
      case 'const':
        return [this.#notInList(failure, allowedValuesOf(failure))];
      case 'required':
        return this.#missing(failure, toList(value));
      case 'dependentRequired':
        return this.#toFindingsOfDependencies(failure);
      case 'false':
        return [this.#notAllowed(failure)];
      case 'pattern': {
        const pattern = quoteText((value as { readonly source: string }).source);
        return [
          this.#findingOfActual(failure, {
            code: 'not-in-list',
            params: (found, schema) => ({ reason: 'schema-pattern', pattern, found, ...schema }),
          }),
        ];
      }
      case 'not':
        return [
          this.#finding(failure, { code: 'contradiction', params: (schema) => ({ reason: 'schema-not', ...schema }) }),
        ];
      case 'uniqueItems':
        return [
          this.#finding(failure, {
            code: 'contradiction',
            params: (schema) => ({ reason: 'schema-unique', ...schema }),
          }),
        ];
      case 'contains':
        return [
          this.#finding(failure, { code: 'missing', params: (schema) => ({ reason: 'schema-contains', ...schema }) }),
        ];
      default:
        return [LIMITS.has(keyword) ? this.#outOfRange(failure, keyword) : this.#generic(failure, keyword)];
    }
  }

  #wrongType(failure: KeywordFailure, types: readonly string[]): Finding {
    const [only] = types;
    return this.#findingOfActual(failure, {
      code: 'wrong-type',
      params: (found, schema) =>
        types.length === 1 && only !== undefined
          ? { reason: 'schema-type', expected: only, found, ...schema }
          : { reason: 'schema-types', listed: types, found, ...schema },
      expected: only,
    });
  }

  #notInList(failure: KeywordFailure, allowed: readonly string[]): Finding {
    return this.#findingOfActual(failure, {
      code: 'not-in-list',
      params: (found, schema) => ({ reason: 'schema-list', allowed, found, ...schema }),
    });
  }

  #outOfRange(failure: KeywordFailure, keyword: string): Finding {
    const { limit, isExclusive } = limitOf(failure);
    const fullKeyword = isExclusive ? `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}` : keyword;
    return this.#findingOfActual(failure, {
      code: 'out-of-range',
      params: (found, schema) => ({ reason: 'schema-limit', limit, found, ...schema, keyword: fullKeyword }),
    });
  }

  #missing(failure: KeywordFailure, required: readonly string[]): readonly Finding[] {
    return required
      .filter((field) => childAt(failure.actual, field) === undefined)
      .map((field) =>
        this.#finding(failure, {
          code: 'missing',
          variant: field,
          params: (schema) => ({ reason: 'schema-missing', ...schema }),
          field,
        }),
      );
  }

  /** Finds missing fields that other fields require, by `dependentRequired` or `dependencies`. */
  #toFindingsOfDependencies(failure: KeywordFailure): readonly Finding[] {
    const { actual } = failure;
    const entries = toList<readonly [string, unknown]>(failure.value);
    const findings = entries.flatMap(([name, required]) => {
      if (childAt(actual, name) === undefined || !Array.isArray(required)) return [];
      return (required as readonly string[])
        .filter((field) => childAt(actual, field) === undefined)
        .map((field) =>
          this.#finding(failure, {
            code: 'missing',
            variant: `${name} ${field}`,
            params: (schema) => ({ reason: 'schema-missing-with', with: formatKey(name), ...schema }),
            field,
          }),
        );
    });
    return findings.length > 0 ? findings : [this.#generic(failure, keywordName(failure))];
  }

  #notAllowed(failure: KeywordFailure): Finding {
    return this.#finding(failure, {
      code: 'unknown-field',
      params: (schema) => ({ reason: 'schema-extra', ...schema }),
    });
  }

  #generic(failure: KeywordFailure, keyword: string): Finding {
    return this.#finding(failure, {
      code: 'contradiction',
      variant: keyword,
      params: (schema) => ({ reason: 'schema-keyword', ...schema }),
    });
  }

  /** Creates a finding that shows the actual value. */
  #findingOfActual(failure: KeywordFailure, { code, params, expected }: ActualFindingOptions): Finding {
    const { actual } = failure;
    return this.#finding(failure, {
      code,
      variant: typeVariant(actual),
      params: (schema) => params(toFoundParams(actual, expected), schema),
    });
  }

  #finding(failure: KeywordFailure, { code, variant = '', params, field }: FindingOptions): Finding {
    const { ruleSet } = this.#naming;
    const create = (): Finding => {
      const path = pathOf(failure.instance, this.#event);
      return {
        ruleSet,
        severity: 'error',
        code,
        path: field === undefined ? path : [...path, field],
        params: params(this.#schemaParamsOf(failure)),
      };
    };
    const node = nodeOfRuleSet(ruleSet, failure.instance);
    return shareFinding({ owner: failure.owner, node, code, variant }, create);
  }

  #schemaParamsOf({ keyword, location }: KeywordFailure): SchemaParams {
    const fragmentStart = location.indexOf('#');
    const { file, pointer } = this.#naming.fileOf(location.slice(0, fragmentStart));
    const schema = file.split('/').at(-1) ?? file;
    const inner = decodeFragment(location.slice(fragmentStart + 1));
    return {
      keyword: keyword === 'false' ? inner.split('/').at(-1) || 'false' : toKeywordName(keyword),
      schema,
      pointer: pointer + inner,
    };
  }
}

/** Returns the limit of a keyword. Draft 4 stores `[limit, isExclusive]`. */
function limitOf({ value }: KeywordFailure): { readonly limit: number; readonly isExclusive: boolean } {
  if (!isJsonArray(value)) return { limit: Number(value), isExclusive: false };
  return { limit: Number(value[0]), isExclusive: value[1] === true };
}

/** Converts a JSON pointer to a path in the event. `*` at its start stands for the name of a field. */
function pathOf(pointer: string, event: Json): JsonPath {
  let current: Json | undefined = event;
  return pointerSteps(pointer).map((step) => {
    const isIndex = isJsonArray(current);
    current = childAt(current, step);
    return isIndex ? Number(step) : step;
  });
}
