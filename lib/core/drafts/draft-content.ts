import type { JsonPath } from '#core/json/json';
import { isAtOrBelow } from '#core/json/json';
import { nodeAt, parseJsonNodes } from '#core/json/json-nodes';
import { readJson } from '#core/json/json-reader';
import * as z from '#core/util/zod';

/** The input of one draft. */
export interface DraftContent {
  /** JSON keyed by argument name. May be invalid while the user types. */
  readonly text: string;
  /**
   * Entered texts that aren't valid JSON yet, by the field's path as JSON.
   * They are stored separately, so that the rest of the form remains valid. The draft is invalid until each is fixed or
   * dropped.
   */
  readonly pending: Readonly<Record<string, string>>;
}

/** The schema of a stored {@link DraftContent}. */
export const draftContentSchema = z.object({ text: z.string(), pending: z.record(z.string(), z.string()) });

const pathSchema = z.array(z.union([z.string(), z.number()]));

/** Returns the key of a field in `pending`. */
export function keyOfPath(path: JsonPath): string {
  return JSON.stringify(path);
}

/** Returns the path of a key. An invalid key, from damaged storage, counts as a field name. */
export function pathOfKey(key: string): JsonPath {
  try {
    return z.catch(pathSchema, [key]).parse(JSON.parse(key));
  } catch {
    return [key];
  }
}

/** Creates the content of a draft that has this text, and no pending texts. */
export function createDraftContent(text: string): DraftContent {
  return { text, pending: {} };
}

/** Whether two drafts have the same text and pending input. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  if (one === other) return true;
  const keys = Object.keys(one.pending);
  return (
    one.text === other.text &&
    keys.length === Object.keys(other.pending).length &&
    keys.every((key) => one.pending[key] === other.pending[key])
  );
}

/** Sets the pending text of one field, or removes it with null. */
export function applyPending(content: DraftContent, key: string, input: string | null): DraftContent {
  const { [key]: _, ...others } = content.pending;
  return { ...content, pending: input === null ? others : { ...others, [key]: input } };
}

/**
 * Applies an edited text to a draft.
 * `key` is that of the edited field, or null if the text itself was edited. Removes the pending texts of the edited
 * field and its inner fields, because the edit may have removed or moved them. Also removes pending texts in objects
 * that no longer exist, which no form could show.
 */
export function applyText({ pending }: DraftContent, text: string, key: string | null): DraftContent {
  const entries = Object.entries(pending);
  if (entries.length === 0) return { text, pending };
  const edited = key === null ? null : pathOfKey(key);
  const top = readJson(text).ok ? parseJsonNodes(text) : null;
  const isShown = (path: JsonPath): boolean => {
    if (edited !== null && isAtOrBelow(path, edited)) return false;
    const parent = nodeAt(top, path.slice(0, -1));
    return top === null || parent?.type === 'object' || (parent?.type === 'array' && nodeAt(top, path) !== null);
  };
  return { text, pending: Object.fromEntries(entries.filter(([each]) => isShown(pathOfKey(each)))) };
}

/** Returns the names of an object's fields with pending texts. */
export function pendingNames(pending: DraftContent['pending'], holder: JsonPath): readonly string[] {
  const holderKey = keyOfPath(holder);
  return Object.keys(pending).flatMap((key) => {
    const path = pathOfKey(key);
    const name = path.at(-1);
    return typeof name === 'string' && keyOfPath(path.slice(0, -1)) === holderKey ? [name] : [];
  });
}
