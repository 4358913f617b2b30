import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { isEventKind } from '#core/telemetry/kinds';
import type { SchemaDocument } from './schema-documents';
import { type SchemaProblem, schemaProblem } from './schema-problem';
import type { LinkedDocument, LinkedSchemas } from './schema-references';
import { withoutExtension } from './schema-uris';

/** The events of a schema. */
export type SchemaTarget =
  | { readonly type: 'eid'; readonly eids: readonly string[] }
  | { readonly type: 'match'; readonly match: string }
  | { readonly type: 'all' };

/** A schema with the events to which it applies. */
export interface TargetedSchema {
  readonly linked: LinkedDocument;
  readonly target: SchemaTarget;
}

/** The schemas with their events, and the problems of schemas without events. */
export interface SchemaTargets {
  readonly schemas: readonly TargetedSchema[];
  readonly problems: readonly SchemaProblem[];
}

const MAX_NESTED_ALL_OF = 5;

/**
 * Finds the events of each schema by its file name or `eid`.
 * A schema without either is for all events, if it is the only one and no other schema refers to it.
 */
export function findTargets({
  documents,
  referredFiles,
}: Pick<LinkedSchemas, 'documents' | 'referredFiles'>): SchemaTargets {
  const schemas: TargetedSchema[] = [];
  const problems: SchemaProblem[] = [];
  const others: LinkedDocument[] = [];
  const usedEids = new Set<string>();
  for (const linked of documents) {
    const target = findTarget(linked.document);
    if (target === null) {
      others.push(linked);
      continue;
    }
    const eids = target.type === 'eid' ? target.eids.filter((eid) => !usedEids.has(eid)) : [];
    for (const eid of eids) usedEids.add(eid);
    if (target.type !== 'eid') schemas.push({ linked, target });
    else if (eids.length > 0) schemas.push({ linked, target: { type: 'eid', eids } });
    if (target.type === 'eid' && eids.length < target.eids.length) {
      const repeatedEids = target.eids.filter((eid) => !eids.includes(eid));
      problems.push(createProblem('duplicateTarget', linked.document, { eid: repeatedEids.join(', ') }));
    }
  }
  const unreferred = others.filter(({ document }) => !referredFiles.has(document.file));
  const [only] = unreferred;
  if (schemas.length === 0 && only !== undefined && unreferred.length === 1) {
    return { schemas: [{ linked: only, target: { type: 'all' } }], problems };
  }
  for (const { document } of unreferred) problems.push(createProblem('notUsed', document, {}));
  return { schemas, problems };
}

function createProblem(
  code: 'duplicateTarget' | 'notUsed',
  { file, pointer }: SchemaDocument,
  params: SchemaProblem['params'],
): SchemaProblem {
  return schemaProblem(code, { file, pointer, params });
}

function findTarget({ file, root, match, isForAll }: SchemaDocument): SchemaTarget | null {
  if (match !== null) return { type: 'match', match };
  if (isForAll) return { type: 'all' };
  const eids = findEids(root, MAX_NESTED_ALL_OF);
  if (eids.length > 0) return { type: 'eid', eids };
  const name = withoutExtension(file.split('/').at(-1) ?? '');
  return isEventKind(name.toLowerCase()) ? { type: 'eid', eids: [name.toUpperCase()] } : null;
}

/** Returns the values that a schema allows for `eid`: its `const`, or its `enum`. */
function findEids(schema: Json | undefined, levels: number): readonly string[] {
  if (!isJsonObject(schema) || levels === 0) return [];
  const eid = isJsonObject(schema.properties) ? schema.properties.eid : undefined;
  const eids = isJsonObject(eid) ? allowedStrings(eid) : [];
  if (eids.length > 0) return eids;
  if (!isJsonArray(schema.allOf)) return [];
  return schema.allOf.map((part) => findEids(part, levels - 1)).find((partEids) => partEids.length > 0) ?? [];
}

function allowedStrings(schema: JsonObject): readonly string[] {
  const values = isJsonArray(schema.enum) ? schema.enum : [schema.const];
  return values.filter((value) => typeof value === 'string');
}
