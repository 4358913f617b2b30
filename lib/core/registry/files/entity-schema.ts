import { isJsonArray, isJsonObject, type Json, valueAt } from '#core/json/json';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';

/** Which field of an entity is its user id (section 2.1): a JSON pointer, such as `/contact`. */
export interface EntityFacts {
  readonly entity: string;
  readonly userIdPath: string | null;
}

/** Longest name or path that is taken, in UTF-16 units: both stand in a sentence. */
const MAX_CHARACTERS = 255;

/** Reads an entity schema of the registry. */
export function readEntitySchema(json: Json, fileName: string): Result<EntityFacts, Message> {
  const config = valueAt(json, ['_osConfig']);
  if (!isJsonObject(config)) return fail(message('setup.error.unknownJson'));
  const title = shortText(valueAt(json, ['title']));
  const attributes = valueAt(config, ['ownershipAttributes']);
  const owner = isJsonArray(attributes) ? attributes.find((one) => userIdOf(one) !== null) : undefined;
  return succeed({ entity: title ?? fileName.replace(/\.json$/i, ''), userIdPath: userIdOf(owner) });
}

function userIdOf(attribute: Json | undefined): string | null {
  return shortText(valueAt(attribute, ['userId']));
}

function shortText(json: Json | undefined): string | null {
  return typeof json === 'string' && json.length <= MAX_CHARACTERS ? json : null;
}
