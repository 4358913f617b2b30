import type { JsonPath } from '#core/json/json';
import { nodeAt, parseJsonNodes } from '#core/json/json-nodes';
import { readJson } from '#core/json/json-reader';
import * as z from '#core/util/zod';

/** The input of one draft. */
export interface DraftContent {
  /** JSON keyed by argument name; not always valid while the user types. */
  readonly text: string;
  /**
   * Typed texts that aren't valid JSON yet, by the field's path as JSON.
   * They are stored separately, so that the rest of the form remains valid. The draft is invalid until each is fixed or
   * dropped.
   */
  readonly pending: Readonly<Record<string, string>>;
}

/** Parses a stored draft: its JSON text, and by field path the typed texts that aren't valid yet. */
export const draftContentSchema = z.object({ text: z.string(), pending: z.record(z.string(), z.string()) });

const pathSchema = z.array(z.union([z.string(), z.number()]));

/** Returns the key of a field's path in `pending`. */
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

/** Returns the content of a draft from its JSON text, without pending input. */
export function parseDraftContent(text: string): DraftContent {
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

/** Returns the content with one field's pending text set, or removed with null. */
export function applyPending(content: DraftContent, key: string, typed: string | null): DraftContent {
  const { [key]: _, ...others } = content.pending;
  return { ...content, pending: typed === null ? others : { ...others, [key]: typed } };
}

/**
 * Returns the content after an edit of the field with this key, or of the text if the key is null.
 * Pending texts of the field and of the fields in it are removed: it may have been removed, or its items moved. So are
 * those of objects that no longer exist, where no form could show them.
 */
export function applyText({ pending }: DraftContent, text: string, key: string | null): DraftContent {
  const entries = Object.entries(pending);
  if (entries.length === 0) return { text, pending };
  const edited = key === null ? null : pathOfKey(key);
  const top = readJson(text).ok ? parseJsonNodes(text) : null;
  const isShown = (path: JsonPath): boolean => {
    if (edited?.every((step, index) => step === path[index])) return false;
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
