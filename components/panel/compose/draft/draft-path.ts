import type { JsonPath } from '#core/json/json';

/** A finding's path as the draft spells it: a surplus argument stands under `options`. */
export function draftPath(path: JsonPath): JsonPath {
  return typeof path[0] === 'number' ? ['options', ...path.slice(1)] : path;
}
