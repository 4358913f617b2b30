/** Start and end of a JSON text in UTF-8 bytes. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const [SPACE, QUOTE, COMMA, COLON] = [0x20, 0x22, 0x2c, 0x3a];
const [OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d];

/**
 * Finds the items of a list in JSON: `1` and `{}` for the field `a` of `{"a":[1,{}]}`.
 * Returns `null` if the JSON is not an object, or its field not a list. Also returns `null` for JSON with white space
 * between its tokens, whose items may have several lines, and if an escape hides the name of a field.
 *
 * @param json valid JSON in UTF-8.
 * @param field a name of ASCII characters that JSON does not escape.
 */
export function findItemRanges(json: Uint8Array, field: string): readonly ByteRange[] | null {
  if (json[0] !== OPEN_OBJECT) return null;
  let items: ByteRange[] | null = null;
  let itemStart = 0;
  let isInField = false;
  let depth = 0;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] as number;
    if (byte === QUOTE) {
      const end = endOfString(json, index + 1);
      if (depth === 1 && json[end + 1] === COLON) {
        if (json.subarray(index, end).includes(BACKSLASH)) return null;
        isInField = isName(json, index + 1, end, field);
        // The last of several fields with one name applies.
        if (isInField) items = null;
      }
      index = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
      if (depth === 2 && isInField && byte === OPEN_LIST) {
        items = [];
        itemStart = index + 1;
      }
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 2 && items !== null && isInField && index > itemStart) items.push({ from: itemStart, to: index });
      depth -= 1;
    } else if (byte === COMMA) {
      if (depth === 2 && items !== null && isInField) {
        items.push({ from: itemStart, to: index });
        itemStart = index + 1;
      }
    } else if (byte <= SPACE) return null;
  }
  return items;
}

/**
 * Returns the offset of the closing quote of a string, or an offset beyond the text.
 * Unlike `endOfString` of `json-bytes.ts`, it needs no control character after the string, and validates nothing.
 */
function endOfString(json: Uint8Array, start: number): number {
  let index = start;
  for (let byte = json[index]; byte !== QUOTE && byte !== undefined; byte = json[index]) {
    index += byte === BACKSLASH ? 2 : 1;
  }
  return index;
}

function isName(json: Uint8Array, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false;
  for (let index = from; index < to; index += 1) if (json[index] !== name.charCodeAt(index - from)) return false;
  return true;
}
