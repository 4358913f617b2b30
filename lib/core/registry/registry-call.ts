import * as z from '#core/util/zod';

/** The request methods of a registry's API. */
export const REGISTRY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Parses a request to a registry from a page of the extension. */
export const registryCallSchema = z.object({
  sessionId: z.string(),
  /**
   * The base URL that the user saw.
   * The request is not sent if the environment has another base URL by the time it is handled.
   */
  registryUrl: z.string(),
  method: z.enum(REGISTRY_METHODS),
  /** Path after the registry's base URL: `/api/v1/Teacher`. */
  path: z.string().check(z.refine((path) => path.startsWith('/'))),
  /** JSON text, or `null` for a request without a body. */
  body: z.nullable(z.string()),
});

/** A request to a registry, authorized as an entity. */
export type RegistryCall = Readonly<z.infer<typeof registryCallSchema>>;
