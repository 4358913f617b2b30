import type { Json } from '#core/json/json';
import { message } from '#core/util/message';
import { type InputContents, joinContents, requestWarning, toShallowItem } from '../input-contents';
import { postmanCollectionOf, readPostmanRequests } from '../postman-requests';

/** Returns the contents of a Postman collection, or `null` if the JSON isn't a collection. */
export function findPostmanContents(json: Json): InputContents | null {
  const collection = postmanCollectionOf(json);
  return collection === null ? null : contentsOfCollection(collection);
}

function contentsOfCollection(json: Json): InputContents {
  return joinContents(
    readPostmanRequests(json).map(({ url, entry, events, isBroken }) => {
      const origin = { entry, url };
      const warnings = isBroken ? [requestWarning(origin, message('import.warning.bodyNotJson'))] : [];
      return { items: events.map((event) => toShallowItem(event, origin)), warnings };
    }),
  );
}
