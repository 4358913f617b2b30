import { toWellFormed } from '#core/identity/token-limits';
import { fail, type Result, succeed } from '#core/util/result';

/** Returns the names between braces, without duplicates: `Entity` and `osid` for `/{Entity}/{osid}`. */
export function placeholdersOf(template: string): readonly string[] {
  return [...new Set([...template.matchAll(/\{([^{}/]+)\}/g)].map((match) => match[1] ?? ''))];
}

/**
 * Returns the path with all values inserted, or the names without a value.
 * Values are encoded, so that they cannot add path segments.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
): Result<string, readonly string[]> {
  const missing = placeholdersOf(template).filter((name) => valueFor(values, name) === '');
  if (missing.length > 0) return fail(missing);
  const path = template.replace(/\{([^{}/]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(toWellFormed(valueFor(values, name))),
  );
  return succeed(path.startsWith('/') ? path : `/${path}`);
}

function valueFor(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '').trim() : '';
}
