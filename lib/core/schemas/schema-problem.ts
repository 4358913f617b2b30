import { type MessageText, message } from '#core/util/message';

/** A file of a schema set, read by the host. */
export interface SchemaFile {
  /** Path within the set, with `/`. An absolute URI is also the URI of the schema. */
  readonly path: string;
  readonly text: string;
}

/**
 * Codes of problems of a file: messages of `schemas.problem` in `locales`.
 * The first group makes a file unusable, the second a part of it; the third does not affect verdicts.
 */
const severities = {
  tooManyFiles: 'unusable',
  tooLarge: 'unusable',
  damagedArchive: 'unusable',
  notReadable: 'unusable',
  notJson: 'unusable',
  notASchema: 'unusable',
  invalidSchema: 'unusable',
  unknownDialect: 'unusable',
  invalidMatch: 'unusable',
  notCompiled: 'unusable',
  noSchemas: 'unusable',
  unresolvedReference: 'partial',
  circularReference: 'partial',
  invalidPattern: 'partial',
  unsupportedPattern: 'partial',
  slowPattern: 'partial',
  backgroundPattern: 'notice',
  duplicateId: 'notice',
  duplicateTarget: 'notice',
  notUsed: 'notice',
} as const;

/** All codes, the most severe first. */
export const schemaProblemCodes: readonly SchemaProblemCode[] = Object.keys(severities).filter(isProblemCode);

/** Code of a problem: a message of `schemas.problem` in `locales`. */
export type SchemaProblemCode = keyof typeof severities;

function isProblemCode(name: string): name is SchemaProblemCode {
  return Object.hasOwn(severities, name);
}

/**
 * `unusable`: the file is ignored.
 * `partial`: a keyword is ignored. `notice`: nothing relevant is ignored.
 */
type SchemaProblemSeverity = (typeof severities)[SchemaProblemCode];

/** A problem of a schema file. Plain data, which the UI formats. */
export interface SchemaProblem {
  readonly code: SchemaProblemCode;
  readonly severity: SchemaProblemSeverity;
  /** Path of the file. Empty for a problem of the whole set. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** Message of the JSON parser, for `notJson`. */
  readonly detail?: MessageText;
}

/** Creates a problem; its severity follows from the code. */
export function schemaProblem(
  code: SchemaProblemCode,
  location: Pick<SchemaProblem, 'file'> & Partial<Pick<SchemaProblem, 'pointer' | 'params' | 'detail'>>,
): SchemaProblem {
  const { file, pointer = '', params = {}, detail } = location;
  return { code, severity: severities[code], file, pointer, params, ...(detail === undefined ? {} : { detail }) };
}

/** Creates the problem of a file that makes a set too large. */
export function tooLargeProblem(file: string): SchemaProblem {
  return schemaProblem('tooLarge', { file, params: { megabytes: MAX_SCHEMA_CHARS / 1_000_000 } });
}

/** Creates the problem of a set with too many files. `file` is its folder or archive, if any. */
export function tooManyFilesProblem(count: number, file = ''): SchemaProblem {
  return schemaProblem('tooManyFiles', { file, params: { n: count, max: MAX_SCHEMA_FILES } });
}

/** Returns the location of a problem: the file, with the JSON pointer as a URL fragment. */
export function locationOfProblem({ file, pointer }: Pick<SchemaProblem, 'file' | 'pointer'>): string {
  return pointer === '' ? file : `${file}#${pointer}`;
}

/** Limit of the text of a problem, so that it fits into a few lines. */
const MAX_TEXT_CHARS = 300;

/** Shortens the text of a problem. */
export function shortenProblemText(text: string): string {
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text;
}

/** Returns the location and the shortened text of a problem. Without a file, returns the text alone. */
export function locatedProblemText(problem: Pick<SchemaProblem, 'file' | 'pointer'>, text: string): string {
  const location = locationOfProblem(problem);
  return location === '' ? shortenProblemText(text) : `${location}: ${shortenProblemText(text)}`;
}

/** Returns the message of a problem, without its location. */
export function schemaProblemMessage({ code, params, detail }: SchemaProblem): MessageText {
  const sentence = message(`schemas.problem.${code}`, { ...params });
  return detail === undefined ? sentence : [sentence, detail];
}

/** Limit of the files of a set. The pipeline has 34. */
export const MAX_SCHEMA_FILES = 2_000;
/** Limit of the total characters of a set, all of which are in memory during the import. */
export const MAX_SCHEMA_CHARS = 20_000_000;
export const MAX_SCHEMA_PROBLEMS = 1_000;
