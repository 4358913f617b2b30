import { fail, type Result, succeed } from '#core/util/result';
import { z } from '#core/util/zod';
import { i18n } from '#i18n';

/** Which field of an entity is its user id (section 2.1): a JSON pointer, such as `/contact`. */
export interface EntityFacts {
  readonly entity: string;
  readonly userIdPath: string | null;
}

const schemaFile = z.object({
  title: z.string().optional().catch(undefined),
  _osConfig: z.object({
    ownershipAttributes: z.array(z.object({ userId: z.string().optional().catch(undefined) })).catch([]),
  }),
});

/** Reads an entity schema of the registry. Fails with a sentence. */
export function readEntitySchema(json: unknown, fileName: string): Result<EntityFacts, string> {
  const schema = schemaFile.safeParse(json);
  if (!schema.success) return fail(i18n.t('setup.itHasNeitherARealm'));
  const { title, _osConfig } = schema.data;
  const owner = _osConfig.ownershipAttributes.find(({ userId }) => userId !== undefined);
  return succeed({ entity: title ?? fileName.replace(/\.json$/i, ''), userIdPath: owner?.userId ?? null });
}
