import { isJsonObject } from '#core/json/json';
import type { SchemaFile, SchemaProblem } from '#core/schemas/schema-problem';
import { SCHEMA_SET_NAME } from '#core/schemas/schema-set-name';
import * as z from '#core/util/zod';

/** By which sets are told apart, besides their names. The theme has the hues. */
export const schemaSetColors = ['blue', 'green', 'orange', 'purple', 'pink'] as const;

export type SchemaSetColor = (typeof schemaSetColors)[number];

/** Which events a set is asked about; an empty list limits nothing. */
export interface SchemaSetLimit {
  /** Hosts of pages, with their ports; `*` stands for any characters. */
  readonly sites: readonly string[];
  /** Values of `context.pdata.id`; `*` stands for any characters. */
  readonly producers: readonly string[];
}

/** A team's schemas in the panel, without their files. */
export interface SchemaSet {
  readonly id: string;
  /** The rule set is `schema:NAME`. */
  readonly name: string;
  readonly color: SchemaSetColor;
  readonly isOn: boolean;
  readonly limit: SchemaSetLimit;
  /** Differs after each change of the files. */
  readonly revision: string;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

/** Files of a set as they were read, and what reading said of them. */
export interface SchemaVersion {
  readonly files: readonly SchemaFile[];
  readonly problems: readonly SchemaProblem[];
}

/** The version that events are checked by, and a newer one that cannot be used as it is. */
export interface SchemaVersions {
  readonly inForce: SchemaVersion;
  readonly newer: SchemaVersion | null;
}

export const MAX_SCHEMA_SETS = 20;
/** Patterns of one kind that limit a set, and characters of each. */
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
  // Their parts were made by the importer of this extension.
  problems: z.array(z.custom<SchemaProblem>((value) => isJsonObject(value) && typeof value.code === 'string')),
});

const versionsSchema = z.object({ inForce: versionSchema, newer: z.nullable(versionSchema) });

/** Reads a stored set; `null` if it is damaged. */
export function parseSchemaSet(stored: unknown): SchemaSet | null {
  return setSchema.safeParse(stored).data ?? null;
}

/** Reads stored files; `null` if they are damaged. */
export function parseSchemaVersions(stored: unknown): SchemaVersions | null {
  return versionsSchema.safeParse(stored).data ?? null;
}
