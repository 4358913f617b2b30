import { withoutFragment } from './schema-dialects';

/** Base URI of sets. Its scheme is private, so that nothing can be fetched. */
const BASE = 'schemas://set/';

/** Returns the URI of a file of a set. A path that is a URI is returned unchanged. */
export function uriOfFile(path: string): string {
  return /^[a-z][a-z\d+.-]*:/i.test(path) && URL.canParse(path)
    ? withoutFragment(new URL(path).href)
    : `${BASE}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Resolves a reference to an absolute URI, or returns `null` if it is invalid. */
export function resolveUri(written: string, base: string): string | null {
  try {
    return new URL(written, base).href;
  } catch {
    return null;
  }
}

/** Returns the folders and the file of a path or URI, without scheme and query. */
export function stepsOfPath(path: string): readonly string[] {
  return path
    .replace(/^[a-z][a-z\d+.-]*:/i, '')
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((step) => step !== '' && step !== '.');
}

/** Returns `interact` for `schemas/Interact.json` and for `resource:/telemetry/3.0/interact`. */
export function baseName(path: string): string {
  return withoutEnding(stepsOfPath(path).at(-1) ?? '');
}

/** Returns the name of a schema's file without `.json` or `.schema.json`. */
export function withoutEnding(name: string): string {
  return name.replace(/\.json$/i, '').replace(/\.schema$/i, '');
}
