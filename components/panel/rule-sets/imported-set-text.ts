import { formatNumber } from '#components/i18n/count-text.ts';
import type { ImportedSchema } from '#core/schemas/import-schemas';
import { i18n } from '#i18n';
import type { SchemaSetLimit } from '#panel/schemas/schema-set';

/** Maximum number of targets in a row; the details list all. */
const MAX_NAMED_TARGETS = 6;

/** Describes which events the schemas of a set apply to. */
export function targetsText(schemas: readonly ImportedSchema[]): string {
  const targets = [...new Set(schemas.flatMap(targetNames))];
  if (targets.length === 0) return '';
  const namedTargets = targets.slice(0, MAX_NAMED_TARGETS).join(', ');
  const unnamedCount = targets.length - MAX_NAMED_TARGETS;
  return unnamedCount > 0
    ? i18n.t('schemas.set.forMore', { targets: namedTargets, n: formatNumber(unnamedCount) })
    : i18n.t('schemas.set.for', { targets: namedTargets });
}

function targetNames({ target }: ImportedSchema): readonly string[] {
  if (target.type === 'eid') return target.eids;
  return [target.type === 'match' && target.match !== '' ? target.match : i18n.t('schemas.set.allEvents')];
}

/** Describes which events a schema applies to. */
export function targetText(schema: ImportedSchema): string {
  return targetNames(schema).join(', ');
}

/** Describes the limits of a set; empty if it has none. */
export function limitText({ sites, producers }: SchemaSetLimit): string {
  const patterns = [...sites, ...producers];
  return patterns.length === 0 ? '' : i18n.t('schemas.set.limitedTo', { patterns: patterns.join(', ') });
}
