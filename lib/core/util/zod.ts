import { z } from 'zod';

// Before the first schema is built: zod's compiled mode probes `new Function`, which the CSP of an extension page forbids.
z.config({ jitless: true });

const LENGTH_CHECKS: ReadonlySet<unknown> = new Set(['min_length', 'max_length', 'length_equals']);

guardLengthChecks(z.string());
guardLengthChecks(z.array(z.never()));

type LengthCheck = z.core.$ZodCheck<never>;
type AddChecks = (...checks: readonly LengthCheck[]) => unknown;

/**
 * Lets `min` and `max` look at strings and arrays alone. zod 4.6 compares the `length` of any value, also of one that is
 * known to be wrong, and throws for `{"length":{"toString":1}}`, which a page, a file or a provider may hold.
 */
function guardLengthChecks(schema: z.ZodString | z.ZodArray): void {
  const prototype: object = Object.getPrototypeOf(schema);
  // zod binds a method when a schema first asks for it.
  const bind = Object.getOwnPropertyDescriptor(prototype, 'check')?.get as (this: unknown) => AddChecks;
  Object.defineProperty(prototype, 'check', {
    configurable: true,
    get() {
      const addChecks = bind.call(this);
      const check: AddChecks = (...checks) => {
        for (const { _zod } of checks) if (LENGTH_CHECKS.has(_zod?.def.check)) _zod.def.when = hasLength;
        return addChecks(...checks);
      };
      Object.defineProperty(this, 'check', { value: check, configurable: true, writable: true });
      return check;
    },
  });
}

function hasLength({ value }: z.core.ParsePayload): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

export { z };
