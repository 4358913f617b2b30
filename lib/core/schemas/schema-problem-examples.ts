import { type MessageText, message } from '#core/util/message';
import {
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_FILES,
  type SchemaProblem,
  type SchemaProblemCode,
  schemaProblem,
  schemaProblemCodes,
  schemaProblemMessage,
} from './schema-problem';

/** Example parameters of the messages for the reference. */
const params: Partial<Record<SchemaProblemCode, SchemaProblem['params']>> = {
  tooManyFiles: { n: 50_000, max: MAX_SCHEMA_FILES },
  tooLarge: { megabytes: MAX_SCHEMA_CHARS / 1_000_000 },
  notJson: { line: 3, column: 7 },
  unknownDialect: { uri: 'https://example.org/draft' },
  notCompiled: { reason: 'too deep' },
  unresolvedReference: { reference: 'common.json#/did' },
  circularReference: { reference: '#/anyOf/0' },
  invalidPattern: { pattern: '[a-' },
  unsupportedPattern: { pattern: '(?=a)' },
  slowPattern: { pattern: '^(a+)+\\1$' },
  backgroundPattern: { pattern: '^(\\w+)-\\1$' },
  duplicateId: { uri: 'http://example.org/eid' },
  duplicateTarget: { eid: 'INTERACT' },
};

/** Example details, which follow the message. */
const details: Partial<Record<SchemaProblemCode, MessageText>> = {
  notJson: message('jsonFault.commaExpected', { found: '"id"' }),
  invalidMatch: message('schemas.problem.matchNotText'),
};

/** A problem of a file, with an example of its message. */
export interface SchemaProblemExample extends Pick<SchemaProblem, 'code' | 'severity'> {
  readonly message: MessageText;
}

/** Lists an example of each problem, the most severe first. */
export function schemaProblemExamples(): readonly SchemaProblemExample[] {
  return schemaProblemCodes.map((code) => {
    const detail = details[code];
    const location = { file: 'interact.json', params: params[code] ?? {} };
    const problem = schemaProblem(code, detail === undefined ? location : { ...location, detail });
    return { code, severity: problem.severity, message: schemaProblemMessage(problem) };
  });
}
