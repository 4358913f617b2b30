import * as mini from 'zod/mini';

export * from 'zod/mini';

// Must run before the first schema is created. zod's compiled mode probes `new Function`, which the CSP of an extension
// page forbids.
mini.config({ jitless: true });

type LengthCheck = mini.core.$ZodCheck<mini.core.util.HasLength>;

export function minLength(minimum: number): LengthCheck {
  return guardLength(mini.minLength(minimum));
}

export function maxLength(maximum: number): LengthCheck {
  return guardLength(mini.maxLength(maximum));
}

export function length(exactly: number): LengthCheck {
  return guardLength(mini.length(exactly));
}

/**
 * Limits a check to strings and arrays.
 * zod 4.6 compares the `length` of any value, even of one with an error, and throws for `{"length":{"toString":1}}`,
 * which may come from a page, a file or a provider.
 */
function guardLength(check: LengthCheck): LengthCheck {
  check._zod.def.when = ({ value }) => typeof value === 'string' || Array.isArray(value);
  return check;
}
