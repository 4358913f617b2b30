import { isJsonObject, type Json } from '#core/json/json';
import { describeField } from '#core/util/describe-schema';
import { ISSUE_SENTENCES } from '#core/util/issue-sentences';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { firstIssue, frameSchema, navigationSchema } from './record-schema';

/** Value of the field `format`, which identifies a capture file. */
export const CAPTURE_FORMAT = 'telemetry-v3-capture';
/**
 * Incremented with every change that an older panel would misread.
 * Adding a field does not increment it.
 */
export const CAPTURE_VERSION = 1;

/** The fields of a capture file besides its records. */
export const captureHeaderSchema = z.looseObject({
  format: describeField(z.literal(CAPTURE_FORMAT), 'Identifies a capture file.'),
  version: describeField(z.literal(CAPTURE_VERSION), 'Version of the format. Readers reject unknown versions.'),
  exportedAt: describeField(z.string(), 'Time of the export (ISO 8601, UTC).'),
  writtenBy: describeField(z.looseObject({ name: z.string(), version: z.string() }), 'Program that wrote the file.'),
  redacted: describeField(
    z.boolean(),
    'Whether tokens, email addresses and phone numbers were replaced by pseudonyms.',
  ),
  frames: describeField(z.array(frameSchema), 'Frames of the tab at the time of the export.'),
  navigations: describeField(z.array(navigationSchema), 'Page loads and route changes of the tab.'),
});

export type CaptureHeader = z.infer<typeof captureHeaderSchema>;

/** Whether JSON is marked as a capture file, of any version. */
export function isCaptureFile(json: Json): boolean {
  return isJsonObject(json) && json.format === CAPTURE_FORMAT;
}

/** Returns why the version is unsupported, or null if it is supported or missing. */
export function findVersionFault(json: Json): Message | null {
  const version = isJsonObject(json) && Object.hasOwn(json, 'version') ? json.version : undefined;
  if (version === undefined || version === CAPTURE_VERSION) return null;
  const foundVersion = JSON.stringify(version).slice(0, 40);
  return message('import.fault.version', { found: foundVersion, known: CAPTURE_VERSION });
}

/** Parses the fields of a capture file besides its records. The failure names the first invalid field. */
export function parseCaptureHeader(json: Json): Result<CaptureHeader, Message> {
  const fault = findVersionFault(json);
  if (fault !== null) return fail(fault);
  if (isCaptureHeader(json)) return succeed(json);
  const { error } = captureHeaderSchema.safeParse(json, ISSUE_SENTENCES);
  return fail(message('import.fault.inHeader', { fault: error ? firstIssue(error) : '' }));
}

function isCaptureHeader(json: unknown): json is CaptureHeader {
  return captureHeaderSchema.safeParse(json).success;
}
