import type { JsonObject } from '#core/json/json';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { z } from '#core/util/zod';

/** A draft that one saved under a name. */
export interface Sample {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly kind: EventKind;
  /** Arguments by name, as in the composer's JSON. */
  readonly draft: JsonObject;
}

/** As many as are kept, and as a file may hold. */
export const MOST_SAMPLES = 500;

const anyObject = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

export const sampleParts = {
  name: z.string().trim().min(1).max(200).describe('What it is called.'),
  tags: z.array(z.string().trim().min(1).max(60)).max(20).default([]).describe('To search by.'),
  kind: z.enum(eventKinds).describe('Its method.'),
  draft: anyObject.describe('The arguments by name; `options` beside them for the SDK’s own last argument.'),
};
