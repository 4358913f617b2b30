import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { recordSchema } from './record-schema';
import { headSchema, SESSION_VERSION } from './session-head';

/** The format of a session's file as JSON Schema (2020-12), for those who read or write it elsewhere. */
export function sessionJsonSchema(): string {
  const whole = z.extend(headSchema, {
    records: describeField(z.array(recordSchema), 'The events, in the order of their rows.'),
  });
  const schema = z.toJSONSchema(whole, { unrepresentable: 'any' });
  return `${JSON.stringify({ ...schema, title: `Telemetry V3 session, version ${SESSION_VERSION}` }, null, 2)}\n`;
}
