import { parseJson } from '#core/json/json';
import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import type { Environment } from './environment';
import { type EnvironmentDraft, environmentDraftSchema } from './environment-draft';
import { parseEnvironment } from './parse-environment';

const FORMAT = 'telemetry-v3-environments';
/** Manually written files have fewer. */
const MAX_ENVIRONMENTS = 500;

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  environments: z.array(z.unknown()).check(z.maxLength(MAX_ENVIRONMENTS)),
});

const entrySchema = z.extend(environmentDraftSchema, {
  registryUrl: z._default(z.string(), ''),
  issuer: z._default(z.string(), ''),
  // Storing tokens on disk is a choice of each user, so the flag is not imported.
  keepSessions: z.pipe(
    z.optional(z.unknown()),
    z.transform(() => false),
  ),
});

/** Returns environments as a file to share. It contains URLs and names, but no secrets. */
export function exportEnvironments(environments: readonly Environment[]): string {
  const exported = environments.map(({ id: _id, keepSessions: _keep, ...environment }) => environment);
  return `${JSON.stringify({ format: FORMAT, version: 1, environments: exported }, null, 2)}\n`;
}

export interface ImportedEnvironments {
  readonly drafts: readonly EnvironmentDraft[];
  /** The problem of each omitted entry. */
  readonly problems: readonly MessageText[];
}

/**
 * Reads a file of environments.
 * Invalid entries are omitted and reported. Another kind of file is a failure.
 */
export function importEnvironments(text: string): Result<ImportedEnvironments, Message> {
  const file = fileSchema.safeParse(parseJson(text));
  if (!file.success) return fail(message('identity.importError.notEnvironments'));
  const entries = file.data.environments.map((entry, index) => readEntry(entry, index));
  return succeed({
    drafts: entries.flatMap((entry) => (entry.ok ? [entry.value] : [])),
    problems: entries.flatMap((entry) => (entry.ok ? [] : [entry.failure])),
  });
}

function readEntry(entry: unknown, index: number): Result<EnvironmentDraft, MessageText> {
  const draft = entrySchema.safeParse(entry);
  if (!draft.success) {
    const path = ['environments', index, ...(draft.error.issues[0]?.path ?? [])].join('.');
    return fail(message('identity.fieldError.wrongType', { path }));
  }
  const parsed = parseEnvironment(draft.data);
  if (parsed.ok) return succeed(parsed.value);
  return fail(
    parsed.failure.map(({ field, message: problem }) =>
      message('identity.problemAt', { path: `environments.${index}.${field}`, problem }),
    ),
  );
}
