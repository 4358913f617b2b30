import { withoutFragment } from './schema-dialects';

/** Base URI of sets. Its scheme is private, so that nothing can be fetched. */
const BASE = 'schemas://set/';

/** Returns the URI of a file of a set. A path may be a URI, or begin with `..`. */
export function uriOfFile(path: string): string {
  const isUri = /^[a-z][a-z\d+.-]*:/i.test(path) && URL.canParse(path);
  return withoutFragment(toUri(isUri ? path : path.split('/').map(encodeURIComponent).join('/'), BASE));
}

/** Resolves a URI. Writes `*` instead of `%`, because the library decodes `%C3%A9` to two characters. */
function toUri(reference: string, base: string): string {
  const { href, hash } = new URL(reference, base);
  return href.slice(0, href.length - hash.length).replaceAll('%', '*') + hash;
}

/** Resolves a reference to an absolute URI, or returns `null` if it is invalid. */
export function resolveUri(reference: string, base: string): string | null {
  try {
    return toUri(reference, base);
  } catch {
    return null;
  }
}

/** Returns the folders and the file of a path or URI, without scheme and query. */
export function stepsOfPath(path: string): readonly string[] {
  return path
    .replace(/^[a-z][a-z\d+.-]*:/i, '')
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((step) => step !== '' && step !== '.');
}

/** Returns `interact` for `schemas/Interact.json` and for `resource:/telemetry/3.0/interact`. */
export function baseName(path: string): string {
  return withoutExtension(stepsOfPath(path).at(-1) ?? '');
}

/** Returns the name of a schema's file without `.json` or `.schema.json`. */
export function withoutExtension(name: string): string {
  return name.replace(/\.json$/i, '').replace(/\.schema$/i, '');
}
