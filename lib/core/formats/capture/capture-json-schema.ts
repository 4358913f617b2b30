import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { CAPTURE_VERSION, headSchema } from './capture-head';
import { recordSchema } from './record-schema';

/** The format of a capture file as JSON Schema (2020-12), for those who read or write it elsewhere. */
export function captureJsonSchema(): string {
  const whole = z.extend(headSchema, {
    records: describeField(z.array(recordSchema), 'The events, in the order of their rows.'),
  });
  const schema = z.toJSONSchema(whole, { unrepresentable: 'any' });
  return `${JSON.stringify({ ...schema, title: `Telemetry V3 capture, version ${CAPTURE_VERSION}` }, null, 2)}\n`;
}
