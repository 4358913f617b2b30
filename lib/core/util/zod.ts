import { z } from 'zod';

// Before the first schema is built: zod's compiled mode probes `new Function`, which the CSP of an extension page forbids.
z.config({ jitless: true });

const LENGTH_CHECKS: ReadonlySet<unknown> = new Set(['min_length', 'max_length', 'length_equals']);

guardLengthChecks(z.string());
guardLengthChecks(z.array(z.never()));

type LengthCheck = z.core.$ZodCheck<never>;

/**
 * Lets `min` and `max` look at strings and arrays alone. zod 4.6 compares the `length` of any value, also of one that is
 * known to be wrong, and throws for `{"length":{"toString":1}}`, which a page, a file or a provider may hold.
 */
function guardLengthChecks(schema: z.ZodString | z.ZodArray): void {
  const prototype: object = Object.getPrototypeOf(schema);
  // A getter: without a receiver it gives the method itself.
  const addChecks: (...checks: readonly LengthCheck[]) => unknown = Object.getOwnPropertyDescriptor(
    prototype,
    'check',
  )?.get?.call(undefined);
  const check = function (this: unknown, ...checks: readonly LengthCheck[]): unknown {
    for (const { _zod } of checks) if (LENGTH_CHECKS.has(_zod?.def.check)) _zod.def.when = hasLength;
    return Reflect.apply(addChecks, this, checks);
  };
  Object.defineProperty(prototype, 'check', { value: check, configurable: true, writable: true });
}

function hasLength({ value }: z.core.ParsePayload): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

export { z };
