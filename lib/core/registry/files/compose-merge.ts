import * as z from '#core/util/zod';

/** The keys of a service that concern logging in. `null` means unset. */
export interface Service {
  readonly image: string | null;
  readonly command: string | null;
  readonly entrypoint: string | null;
  readonly ports: readonly string[];
  /** Paths of files with further variables of the environment. */
  readonly envFiles: readonly string[];
  readonly environment: ReadonlyMap<string, string | null>;
}
export type Services = ReadonlyMap<string, Service>;

/** YAML tags of Compose files: `!reset` unsets a value, `!override` replaces it without merging. */
export const COMPOSE_TAGS = ['!reset', '!override'] as const;

type Change<T> =
  | { readonly type: 'merge'; readonly value: T }
  | { readonly type: 'override'; readonly value: T }
  | { readonly type: 'reset' }
  | { readonly type: 'none' };

function createChangeSchema<T>(schema: z.ZodMiniType<T>): z.ZodMiniType<Change<T>> {
  return z.pipe(
    z.catch(
      z.optional(
        z.union([
          z.pipe(
            z.object({ '!reset': z.unknown() }),
            z.transform((): Change<T> => ({ type: 'reset' })),
          ),
          z.pipe(
            z.object({ '!override': schema }),
            z.transform((tagged): Change<T> => ({ type: 'override', value: tagged['!override'] })),
          ),
          z.pipe(
            z.null(),
            z.transform((): Change<T> => ({ type: 'none' })),
          ),
          z.pipe(
            schema,
            z.transform((value): Change<T> => ({ type: 'merge', value })),
          ),
        ]),
      ),
      undefined,
    ),
    z.transform((change): Change<T> => change ?? { type: 'none' }),
  );
}

const scalar = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((value) => `${value}`),
);
const port = z.union([
  scalar,
  z.pipe(
    z.object({ target: scalar, published: z.optional(scalar), host_ip: z.optional(scalar) }),
    z.transform(({ target, published, host_ip: ip }) => {
      const address = ip === undefined ? '' : `${ip.includes(':') ? `[${ip}]` : ip}:`;
      return published === undefined ? target : `${address}${published}:${target}`;
    }),
  ),
]);
const envFile = z.union([
  scalar,
  z.pipe(
    z.object({ path: scalar }),
    z.transform(({ path }) => path),
  ),
]);
const envFiles = z.union([
  z.pipe(
    envFile,
    z.transform((path) => [path]),
  ),
  z.array(envFile),
]);
const commandWords = z.pipe(
  z.array(scalar),
  z.transform((words) => words.join(' ')),
);
const createEntriesSchema = <T>(schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.record(z.string(), schema),
    z.transform((record): ReadonlyMap<string, T> => new Map(Object.entries(record))),
  );
const variable = createChangeSchema(scalar);
type VariableChange = z.infer<typeof variable>;
const environment = z.union([
  createEntriesSchema(variable),
  z.pipe(
    z.array(z.nullable(scalar)),
    z.transform((lines) => new Map(lines.filter((line) => line !== null).map(parseVariable))),
  ),
]);
const serviceSchema = z.object({
  image: createChangeSchema(scalar),
  command: createChangeSchema(z.union([scalar, commandWords])),
  entrypoint: createChangeSchema(z.union([scalar, commandWords])),
  ports: createChangeSchema(z.array(port)),
  env_file: createChangeSchema(envFiles),
  environment: createChangeSchema(environment),
});
type ServiceChange = z.infer<typeof serviceSchema>;

/** The services of a compose file. */
export const composeSchema = z.object({ services: createEntriesSchema(createChangeSchema(serviceSchema)) });
export type ComposeChange = z.infer<typeof composeSchema>;

/** Parses `NAME=value`, or `NAME`, whose value comes from the shell. */
function parseVariable(line: string): [string, VariableChange] {
  const separator = line.indexOf('=');
  return separator === -1
    ? [line, { type: 'none' }]
    : [line.slice(0, separator), { type: 'merge', value: line.slice(separator + 1) }];
}

interface MergedService extends Service {
  readonly ports: string[];
  readonly envFiles: string[];
  readonly environment: Map<string, string | null>;
}

/**
 * Merges compose files in order, as "Merge and override" of the Compose specification.
 * Variables merge by name, ports are appended, anything else is replaced. `null` or a wrong type never overrides.
 */
export function mergeCompose(files: readonly ComposeChange[]): Services {
  const services = new Map<string, MergedService>();
  for (const file of files) for (const [name, change] of file.services) mergeService(services, name, change);
  return services;
}

function mergeService(services: Map<string, MergedService>, name: string, change: Change<ServiceChange>): void {
  if (change.type === 'reset') services.delete(name);
  if (change.type === 'reset' || change.type === 'none') return;
  const service = change.type === 'override' ? undefined : services.get(name);
  const { image, command, entrypoint, ports, envFiles, environment } = service ?? emptyService();
  services.set(name, {
    image: mergeValue(image, change.value.image),
    command: mergeValue(command, change.value.command),
    entrypoint: mergeValue(entrypoint, change.value.entrypoint),
    ports: mergeList(ports, change.value.ports),
    envFiles: mergeList(envFiles, change.value.env_file),
    environment: mergeEnvironment(environment, change.value.environment),
  });
}

function emptyService(): MergedService {
  return { image: null, command: null, entrypoint: null, ports: [], envFiles: [], environment: new Map() };
}

function mergeValue(value: string | null, change: Change<string>): string | null {
  if (change.type === 'none') return value;
  return change.type === 'reset' ? null : change.value;
}

/** Appends to `items` in place, because copying the list for each of 200 files would take quadratic time. */
function mergeList(items: string[], change: Change<readonly string[]>): string[] {
  if (change.type === 'none') return items;
  if (change.type === 'reset') return [];
  if (change.type === 'override') return [...change.value];
  for (const item of change.value) items.push(item);
  return items;
}

/** Merges in place, as `mergeList` does. */
function mergeEnvironment(
  environment: Map<string, string | null>,
  change: Change<ReadonlyMap<string, VariableChange>>,
): Map<string, string | null> {
  if (change.type === 'none') return environment;
  const merged = change.type === 'merge' ? environment : new Map<string, string | null>();
  if (change.type === 'reset') return merged;
  for (const [name, variable] of change.value) {
    if (variable.type === 'reset') merged.delete(name);
    else merged.set(name, mergeValue(merged.get(name) ?? null, variable));
  }
  return merged;
}
