import { readJsonFile } from '#core/json/json-values';
import { ISSUE_SENTENCES } from '#core/util/issue-sentences';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { MAX_SAMPLES, type Sample, sampleFields } from './sample';

/** Maximum size of a file: 500 samples of 64 kB. */
export const MAX_SAMPLES_FILE_BYTES = 32 * 1024 * 1024;

const FORMAT = 'telemetry-v3-samples';
const VERSION = 1;

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  samples: z.array(z.object(sampleFields)).check(z.maxLength(MAX_SAMPLES)),
});

/** Formats samples as the text of a file. */
export function formatSamplesFile(samples: readonly Sample[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, samples: samples.map(withoutId) }, null, 2)}\n`;
}

/** Parses a samples file, or returns a message why it is invalid. */
export function readSamples(text: string): Result<readonly Omit<Sample, 'id'>[], Message> {
  const json = readJsonFile(text);
  if (!json.ok) {
    const { line, message: sentence } = json.failure;
    return fail(message('samples.invalidJson', { line: String(line), message: sentence }));
  }
  const parsed = fileSchema.safeParse(json.value, ISSUE_SENTENCES);
  if (parsed.success) return succeed(parsed.data.samples);
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') || message('samples.whole');
  return fail(message('samples.notSamples', { path, message: issue?.message ?? '' }));
}

function withoutId({ id: _, ...sample }: Sample): Omit<Sample, 'id'> {
  return sample;
}
