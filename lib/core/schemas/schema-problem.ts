import { type MessageText, message } from '#core/util/message';

/** A file of a schema set, as the host read it. */
export interface SchemaFile {
  /** Path within the set, with `/`. An absolute URI is the URI of the schema, too. */
  readonly path: string;
  readonly text: string;
}

/**
 * What an importer says of a file: codes of `schemas.problem` in `locales`.
 * The first group makes a file unusable, the second a part of it, the third changes no verdict.
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

/** All codes, those first that make a file unusable. */
export const schemaProblemCodes: readonly SchemaProblemCode[] = Object.keys(severities).filter(isProblemCode);

/** Names what an importer says: a message of `schemas.problem` in `locales`. */
export type SchemaProblemCode = keyof typeof severities;

function isProblemCode(name: string): name is SchemaProblemCode {
  return Object.hasOwn(severities, name);
}

/** `unusable`: the file is ignored. `partial`: a keyword is ignored. `notice`: nothing that counts is ignored. */
type SchemaProblemSeverity = (typeof severities)[SchemaProblemCode];

/** Plain data, from which a sentence is made. */
export interface SchemaProblem {
  readonly code: SchemaProblemCode;
  readonly severity: SchemaProblemSeverity;
  /** Empty if it is about the whole set. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** What the JSON parser says of the place, for `notJson`. */
  readonly detail?: MessageText;
}

/** Creates a problem; its severity follows from the code. */
export function schemaProblem(
  code: SchemaProblemCode,
  place: Pick<SchemaProblem, 'file'> & Partial<Pick<SchemaProblem, 'pointer' | 'params' | 'detail'>>,
): SchemaProblem {
  const { file, pointer = '', params = {}, detail } = place;
  return { code, severity: severities[code], file, pointer, params, ...(detail === undefined ? {} : { detail }) };
}

/** Creates the problem of a file with which a set has too many characters. */
export function tooLargeProblem(file: string): SchemaProblem {
  return schemaProblem('tooLarge', { file, params: { megabytes: MAX_SCHEMA_CHARS / 1_000_000 } });
}

/** Creates the problem of a set with so many files; `file` is its folder or archive, if it has one. */
export function tooManyFilesProblem(count: number, file = ''): SchemaProblem {
  return schemaProblem('tooManyFiles', { file, params: { n: count, max: MAX_SCHEMA_FILES } });
}

/** Returns where a problem is: the file, and a JSON pointer as the fragment of a URL. */
export function placeOfProblem({ file, pointer }: Pick<SchemaProblem, 'file' | 'pointer'>): string {
  return pointer === '' ? file : `${file}#${pointer}`;
}

/** Whatever is said of a pattern or a reference stands in a few lines. */
const MAX_TEXT_CHARS = 300;

/** Shortens the text of a problem. */
export function shortenProblemText(text: string): string {
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text;
}

/** Returns a problem's place with its text, shortened; the text alone if the problem is of no file. */
export function placedProblemText(problem: Pick<SchemaProblem, 'file' | 'pointer'>, text: string): string {
  const place = placeOfProblem(problem);
  return place === '' ? shortenProblemText(text) : `${place}: ${shortenProblemText(text)}`;
}

/** Returns the message of a problem, without its place. */
export function schemaProblemMessage({ code, params, detail }: SchemaProblem): MessageText {
  const sentence = message(`schemas.problem.${code}`, { ...params });
  return detail === undefined ? sentence : [sentence, detail];
}

/** Files of one set. The pipeline has 34, and a fork of it hardly more. */
export const MAX_SCHEMA_FILES = 2_000;
/** Characters of all files of a set together: they are held while they are imported. */
export const MAX_SCHEMA_CHARS = 20_000_000;
/** Problems of one set that are listed; more would say no more. */
export const MAX_SCHEMA_PROBLEMS = 1_000;
