import type { JsonObject } from '#core/json/json';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';

/** A draft that the user saved under a name. */
export interface Sample {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly kind: EventKind;
  /** Arguments by name, as in the composer's JSON. */
  readonly draft: JsonObject;
}

/** Limit of the stored samples, and of the samples in a file. */
export const MAX_SAMPLES = 500;

/** Maximum length of a sample's name. */
export const MAX_SAMPLE_NAME_CHARS = 200;

const MAX_TAGS = 20;
const MAX_TAG_CHARS = 60;

const anyObject = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/** The fields of a sample that both the store and samples files have. */
export const sampleFields = {
  name: describeField(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_SAMPLE_NAME_CHARS)),
    'Name of the sample.',
  ),
  tags: describeField(
    z._default(
      z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TAG_CHARS))).check(z.maxLength(MAX_TAGS)),
      [],
    ),
    'Tags for searching.',
  ),
  kind: describeField(z.enum(eventKinds), 'Kind of the event, which is also the method of the SDK.'),
  draft: describeField(anyObject, 'Arguments of the call by name. `options` is the last argument of the SDK.'),
};

/** Shortens entered tags to the limits of a stored sample. */
export function limitTags(tags: readonly string[]): readonly string[] {
  const shortened = tags.map((tag) => tag.trim().slice(0, MAX_TAG_CHARS).trim());
  return shortened.filter((tag) => tag !== '').slice(0, MAX_TAGS);
}

/** Returns the samples whose name, tags or kind contain every word of the search. */
export function searchSamples(samples: readonly Sample[], search: string): readonly Sample[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return samples.filter(({ name, tags, kind }) => {
    const searched = [name, kind, ...tags].join(' ').toLowerCase();
    return terms.every((word) => searched.includes(word));
  });
}
