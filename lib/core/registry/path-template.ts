import { fail, type Result, succeed } from '#core/util/result';

/** The names between braces, in order, each once: `/api/v1/{Entity}/{osid}` has Entity and osid. */
export function placeholdersOf(template: string): readonly string[] {
  return [...new Set([...template.matchAll(/\{([^{}/]+)\}/g)].map((match) => match[1] ?? ''))];
}

/**
 * The path with every value in its place, or the names that have none.
 * A value cannot add steps to the path.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
): Result<string, readonly string[]> {
  const missing = placeholdersOf(template).filter((name) => valueFor(values, name) === '');
  if (missing.length > 0) return fail(missing);
  const path = template.replace(/\{([^{}/]+)\}/g, (_whole, name: string) => encodeURIComponent(valueFor(values, name)));
  return succeed(path.startsWith('/') ? path : `/${path}`);
}

function valueFor(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '').trim() : '';
}
