import { isJsonArray, type Json, type JsonPath } from '#core/json/json';
import { rootNode, shareFinding } from '#core/telemetry/finding-cache';
import { MAX_LISTED, toUnlistedFinding } from '#core/telemetry/finding-list';
import { toFoundParams, typeVariant } from '#core/telemetry/finding-params';
import type { Finding, FindingCode, FindingParams } from '#core/telemetry/findings';
import { formatKey, quoteText } from '#core/telemetry/wording';
import {
  APPLICATORS,
  commonTypes,
  commonValues,
  constText,
  isCondition,
  keywordName,
  listOf,
  nameOf,
  nearestBranch,
} from './failure-alternatives';
import type { KeywordFailure } from './failure-collector';
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
/** Limit of nested alternatives. */
const MAX_LEVELS = 20;

/** Converts failures to findings, without duplicates and with few findings of alternatives. */
export function findingsOfFailures(
  failures: readonly KeywordFailure[],
  event: Json,
  naming: SchemaNaming,
): readonly Finding[] {
  const found = [...new Set(new FailureReader(event, naming).read(failures, 0))];
  const firstUnlisted = found[MAX_LISTED];
  if (firstUnlisted === undefined) return found;
  return [...found.slice(0, MAX_LISTED), toUnlistedFinding(firstUnlisted, found.length - MAX_LISTED)];
}

/** Returns the finding of an event that was not checked, because the check takes too many steps. */
export function uncheckedFinding(schema: string, ruleSet: SchemaSetId): Finding {
  const params = { reason: 'schema-unchecked', schema, keyword: '', pointer: '' } as const;
  return { ruleSet, severity: 'warning', code: 'out-of-range', path: [], params };
}

/** The parameters that the sentences of all failures have. */
interface Named {
  readonly keyword: string;
  readonly schema: string;
  readonly pointer: string;
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

class FailureReader {
  readonly #event: Json;
  readonly #naming: SchemaNaming;

  constructor(event: Json, naming: SchemaNaming) {
    this.#event = event;
    this.#naming = naming;
  }

  read(failures: readonly KeywordFailure[], level: number): readonly Finding[] {
    return level > MAX_LEVELS ? [] : failures.flatMap((failure) => this.#readOne(failure, level));
  }

  #readOne(failure: KeywordFailure, level: number): readonly Finding[] {
    // `propertyNames` applies to the name of a field, not to its value.
    if (failure.instance.startsWith('*')) return [this.#notAllowed(failure)];
    const keyword = keywordName(failure);
    if (keyword === 'anyOf' || keyword === 'oneOf') return this.#readAlternatives(failure, keyword, level);
    if (!APPLICATORS.has(keyword)) return this.#readKeyword(failure, keyword);
    const branches = failure.branches.filter(({ schema }) => !isCondition(failure, schema));
    const inner = branches.flatMap(({ failures }) => this.read(failures, level));
    if (inner.length > 0) return inner;
    return keyword === 'dependencies' ? this.#readDependencies(failure) : [this.#generic(failure, keyword)];
  }

  /** Reads the failure of alternatives, of which none or too many match. */
  #readAlternatives(failure: KeywordFailure, keyword: string, level: number): readonly Finding[] {
    const count = isJsonArray(failure.value) ? failure.value.length : 0;
    if (failure.branches.length < count) {
      return [this.#finding(failure, 'contradiction', '', (named) => ({ reason: 'schema-several', count, ...named }))];
    }
    const types = commonTypes(failure);
    if (types !== null) return [this.#wrongType(failure, types)];
    const values = commonValues(failure);
    if (values !== null) return [this.#notInList(failure, values)];
    const nearest = nearestBranch(failure);
    const inner = nearest === null ? [] : this.read(nearest, level + 1);
    if (inner.length > 0 && inner.length <= MAX_ALTERNATIVE_FINDINGS) return inner;
    return [this.#finding(failure, 'contradiction', keyword, (named) => ({ reason: 'schema-none', count, ...named }))];
  }

  #readKeyword(failure: KeywordFailure, keyword: string): readonly Finding[] {
    const { value } = failure;
    switch (keyword) {
      case 'type':
        return [this.#wrongType(failure, listOf(value))];
      case 'enum':
        return [this.#notInList(failure, listOf<unknown>(value).map(constText))];
      case 'const':
        return [this.#notInList(failure, [constText(value)])];
      case 'required':
        return this.#missing(failure, listOf(value));
      case 'dependentRequired':
        return this.#readDependencies(failure);
      case 'false':
        return [this.#notAllowed(failure)];
      case 'pattern': {
        const pattern = quoteText((value as { readonly source: string }).source);
        return [
          this.#withFound(failure, 'not-in-list', (found, named) => ({
            reason: 'schema-pattern',
            pattern,
            found,
            ...named,
          })),
        ];
      }
      case 'not':
        return [this.#finding(failure, 'contradiction', '', (named) => ({ reason: 'schema-not', ...named }))];
      case 'uniqueItems':
        return [this.#finding(failure, 'contradiction', '', (named) => ({ reason: 'schema-unique', ...named }))];
      case 'contains':
        return [this.#finding(failure, 'missing', '', (named) => ({ reason: 'schema-contains', ...named }))];
      default:
        return [LIMITS.has(keyword) ? this.#outOfRange(failure, keyword) : this.#generic(failure, keyword)];
    }
  }

  #wrongType(failure: KeywordFailure, types: readonly string[]): Finding {
    const [only] = types;
    return this.#withFound(
      failure,
      'wrong-type',
      (found, named) =>
        types.length === 1 && only !== undefined
          ? { reason: 'schema-type', expected: only, found, ...named }
          : { reason: 'schema-types', listed: types, found, ...named },
      only,
    );
  }

  #notInList(failure: KeywordFailure, allowed: readonly string[]): Finding {
    return this.#withFound(failure, 'not-in-list', (found, named) => ({
      reason: 'schema-list',
      allowed,
      found,
      ...named,
    }));
  }

  #outOfRange(failure: KeywordFailure, keyword: string): Finding {
    const limit = isJsonArray(failure.value) ? Number(failure.value[0]) : Number(failure.value);
    const isExclusive = isJsonArray(failure.value) && failure.value[1] === true;
    const rule = isExclusive ? `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}` : keyword;
    return this.#withFound(failure, 'out-of-range', (found, named) => ({
      reason: 'schema-limit',
      limit,
      found,
      ...named,
      keyword: rule,
    }));
  }

  #missing(failure: KeywordFailure, required: readonly string[]): readonly Finding[] {
    return required
      .filter((field) => childAt(failure.found, field) === undefined)
      .map((field) =>
        this.#finding(failure, 'missing', field, (named) => ({ reason: 'schema-missing', ...named }), field),
      );
  }

  /** Reads missing fields that other fields require, by `dependentRequired` or `dependencies`. */
  #readDependencies(failure: KeywordFailure): readonly Finding[] {
    const value = failure.found;
    const entries = listOf<readonly [string, unknown]>(failure.value);
    const found = entries.flatMap(([name, required]) => {
      if (childAt(value, name) === undefined || !Array.isArray(required)) return [];
      return (required as readonly string[])
        .filter((field) => childAt(value, field) === undefined)
        .map((field) =>
          this.#finding(
            failure,
            'missing',
            `${name} ${field}`,
            (named) => ({ reason: 'schema-missing-with', with: formatKey(name), ...named }),
            field,
          ),
        );
    });
    return found.length > 0 ? found : [this.#generic(failure, keywordName(failure))];
  }

  #notAllowed(failure: KeywordFailure): Finding {
    return this.#finding(failure, 'unknown-field', '', (named) => ({ reason: 'schema-extra', ...named }));
  }

  #generic(failure: KeywordFailure, keyword: string): Finding {
    return this.#finding(failure, 'contradiction', keyword, (named) => ({ reason: 'schema-keyword', ...named }));
  }

  #withFound(
    failure: KeywordFailure,
    code: FindingCode,
    params: (found: ReturnType<typeof toFoundParams>, named: Named) => FindingParams,
    expected?: string,
  ): Finding {
    const value = failure.found;
    return this.#finding(failure, code, typeVariant(value), (named) => params(toFoundParams(value, expected), named));
  }

  /** @param variant determines the parameters, together with the keyword and its location. */
  #finding(
    failure: KeywordFailure,
    code: FindingCode,
    variant: string,
    params: (named: Named) => FindingParams,
    field?: string,
  ): Finding {
    const { ruleSet } = this.#naming;
    const create = (): Finding => {
      const path = pathOf(failure.instance, this.#event);
      return {
        ruleSet,
        severity: 'error',
        code,
        path: field === undefined ? path : [...path, field],
        params: params(this.#named(failure)),
      };
    };
    const node = rootNode(ruleSet, failure.instance);
    return shareFinding({ owner: failure.owner, node, code, variant }, create);
  }

  #named({ keyword, location }: KeywordFailure): Named {
    const at = location.indexOf('#');
    const { file, pointer } = this.#naming.fileOf(location.slice(0, at));
    const schema = file.split('/').at(-1) ?? file;
    const inner = decodeFragment(location.slice(at + 1));
    return {
      keyword: keyword === 'false' ? inner.split('/').at(-1) || 'false' : nameOf(keyword),
      schema,
      pointer: pointer + inner,
    };
  }
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
