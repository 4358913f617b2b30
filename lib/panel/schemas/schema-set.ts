import { isJsonObject } from '#core/json/json';
import type { SchemaFile, SchemaProblem } from '#core/schemas/schema-problem';
import { SCHEMA_SET_NAME } from '#core/schemas/schema-set-name';
import * as z from '#core/util/zod';

/** Colors that distinguish sets in the UI. The theme defines the hues. */
export const schemaSetColors = ['blue', 'green', 'orange', 'purple', 'pink'] as const;

export type SchemaSetColor = (typeof schemaSetColors)[number];

/** The events that a set applies to. An empty list limits nothing. */
export interface SchemaSetLimit {
  /** Hosts of pages, with their ports; `*` stands for any characters. */
  readonly sites: readonly string[];
  /** Values of `context.pdata.id`; `*` stands for any characters. */
  readonly producers: readonly string[];
}

/** A team's schemas in the panel, without their files. */
export interface SchemaSet {
  readonly id: string;
  /** Name of the set. Its rule set is `schema:NAME`. */
  readonly name: string;
  readonly color: SchemaSetColor;
  readonly isOn: boolean;
  readonly limit: SchemaSetLimit;
  /** Changes with each change of the files. */
  readonly revision: string;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

/** Files of a set, and the problems that were found while they were read. */
export interface SchemaVersion {
  readonly files: readonly SchemaFile[];
  readonly problems: readonly SchemaProblem[];
}

/** The version that validates events, and a newer one that is not fully usable. */
export interface SchemaVersions {
  readonly inForce: SchemaVersion;
  readonly newer: SchemaVersion | null;
}

/** Why a change of a set failed. */
export type SchemaSetFailure =
  | { readonly code: 'too-many-sets' }
  | { readonly code: 'name-taken' }
  | { readonly code: 'not-stored' }
  | { readonly code: 'gone' }
  | { readonly code: 'not-usable'; readonly problems: readonly SchemaProblem[] };

export const MAX_SCHEMA_SETS = 20;
/** Maximum number of site patterns, and of producer patterns, of a limit. */
export const MAX_LIMIT_PATTERNS = 50;
const MAX_PATTERN_CHARS = 200;

const patternsSchema = z.array(z.string().check(z.maxLength(MAX_PATTERN_CHARS))).check(z.maxLength(MAX_LIMIT_PATTERNS));

const setSchema = z.object({
  id: z.string(),
  name: z.string().check(z.regex(SCHEMA_SET_NAME)),
  color: z.catch(z.enum(schemaSetColors), 'blue'),
  isOn: z.boolean(),
  limit: z.object({ sites: patternsSchema, producers: patternsSchema }),
  revision: z.string(),
  addedAt: z.number(),
});

const versionSchema = z.object({
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  // Only the importer of this extension writes problems.
  problems: z.array(z.custom<SchemaProblem>((value) => isJsonObject(value) && typeof value.code === 'string')),
});

const versionsSchema = z.object({ inForce: versionSchema, newer: z.nullable(versionSchema) });

/** Parses a stored set. Returns `null` if it is damaged. */
export function parseSchemaSet(stored: unknown): SchemaSet | null {
  return setSchema.safeParse(stored).data ?? null;
}

/** Parses stored versions. Returns `null` if they are damaged. */
export function parseSchemaVersions(stored: unknown): SchemaVersions | null {
  return versionsSchema.safeParse(stored).data ?? null;
}
