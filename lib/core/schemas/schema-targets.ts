import { isJsonArray, isJsonObject, type Json } from '#core/json/json';
import { isEventKind } from '#core/telemetry/kinds';
import type { SchemaDocument } from './schema-documents';
import { type SchemaProblem, schemaProblem } from './schema-problem';
import type { LinkedDocument, LinkedSchemas } from './schema-references';
import { withoutEnding } from './schema-uris';

/** Which events a schema is for. */
export type SchemaTarget =
  | { readonly type: 'eid'; readonly eids: readonly string[] }
  | { readonly type: 'match'; readonly match: string }
  | { readonly type: 'all' };

/** A schema that events are checked by. */
export interface TargetedSchema {
  readonly linked: LinkedDocument;
  readonly target: SchemaTarget;
}

/** Which schemas are for which events, and what is for none. */
export interface SchemaTargets {
  readonly schemas: readonly TargetedSchema[];
  readonly problems: readonly SchemaProblem[];
}

/** Levels of `allOf` in which the `eid` of a schema is looked for. */
const MAX_LEVELS = 5;

/**
 * Finds which events each schema is for. A schema that no file name and no `eid` gives to events is for all, if it is the only
 * such one, and no other schema refers to it.
 */
export function findTargets({
  documents,
  referredFiles,
}: Pick<LinkedSchemas, 'documents' | 'referredFiles'>): SchemaTargets {
  const schemas: TargetedSchema[] = [];
  const problems: SchemaProblem[] = [];
  const others: LinkedDocument[] = [];
  const taken = new Set<string>();
  for (const linked of documents) {
    const target = targetOf(linked.document);
    if (target === null) {
      others.push(linked);
      continue;
    }
    const eids = target.type === 'eid' ? target.eids.filter((eid) => !taken.has(eid)) : [];
    for (const eid of eids) taken.add(eid);
    if (target.type !== 'eid') schemas.push({ linked, target });
    else if (eids.length > 0) schemas.push({ linked, target: { type: 'eid', eids } });
    if (target.type === 'eid' && eids.length < target.eids.length) {
      const again = target.eids.filter((eid) => !eids.includes(eid));
      problems.push(problemOf('duplicateTarget', linked.document, { eid: again.join(', ') }));
    }
  }
  const unreferred = others.filter(({ document }) => !referredFiles.has(document.file));
  const [only] = unreferred;
  if (schemas.length === 0 && only !== undefined && unreferred.length === 1) {
    return { schemas: [{ linked: only, target: { type: 'all' } }], problems };
  }
  for (const { document } of unreferred) problems.push(problemOf('notUsed', document, {}));
  return { schemas, problems };
}

function problemOf(
  code: 'duplicateTarget' | 'notUsed',
  { file, pointer }: SchemaDocument,
  params: SchemaProblem['params'],
): SchemaProblem {
  return schemaProblem(code, { file, pointer, params });
}

function targetOf({ file, root, match, isForAll }: SchemaDocument): SchemaTarget | null {
  if (match !== null) return { type: 'match', match };
  if (isForAll) return { type: 'all' };
  const eids = eidsOf(root, MAX_LEVELS);
  if (eids.length > 0) return { type: 'eid', eids };
  const name = withoutEnding(file.split('/').at(-1) ?? '');
  return isEventKind(name.toLowerCase()) ? { type: 'eid', eids: [name.toUpperCase()] } : null;
}

/** Returns the values that a schema allows for `eid`: its `const`, or its `enum`. */
function eidsOf(schema: Json | undefined, levels: number): readonly string[] {
  if (!isJsonObject(schema) || levels === 0) return [];
  const eid = isJsonObject(schema.properties) ? schema.properties.eid : undefined;
  const values = isJsonObject(eid) ? (isJsonArray(eid.enum) ? eid.enum : [eid.const]) : [];
  const eids = values.filter((value) => typeof value === 'string');
  if (eids.length > 0) return eids;
  if (!isJsonArray(schema.allOf)) return [];
  return schema.allOf.map((part) => eidsOf(part, levels - 1)).find((found) => found.length > 0) ?? [];
}
