import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { CAPTURE_VERSION, captureHeaderSchema } from './capture-header';
import { recordSchema } from './record-schema';

/** Returns the JSON Schema (2020-12) of a capture file, for other programs that read or write it. */
export function captureJsonSchema(): string {
  const captureSchema = z.extend(captureHeaderSchema, {
    records: describeField(z.array(recordSchema), 'Records of events and calls, in ascending order of `row`.'),
  });
  const schema = z.toJSONSchema(captureSchema, { unrepresentable: 'any' });
  return `${JSON.stringify({ ...schema, title: `Telemetry V3 capture, version ${CAPTURE_VERSION}` }, null, 2)}\n`;
}
