import { type Environment, environmentSchema } from '#core/identity/environment';
import { createStoredValue, type KeyValueStorage, type StoredValue } from '#core/identity/stored-value';
import * as z from '#core/util/zod';

/** What is known for good: no token, no password. */
export interface Settings {
  readonly environments: readonly Environment[];
  /** The chosen environment; empty if there is none. */
  readonly currentId: string;
  /** Per environment, the user id last typed, so that it need not be typed again. */
  readonly lastUserIds: Readonly<Record<string, string>>;
}

export type EnvironmentStore = StoredValue<Settings>;

const settingsSchema = z.object({
  environments: z.array(z.catch(z.nullable(environmentSchema), null)),
  currentId: z.catch(z.string(), ''),
  lastUserIds: z.catch(z.record(z.string(), z.string()), {}),
});

const NO_SETTINGS: Settings = { environments: [], currentId: '', lastUserIds: {} };

/** Stores the environments for good. There is none until the user adds one. */
export function createEnvironmentStore(storage: KeyValueStorage): EnvironmentStore {
  return createStoredValue(storage, 'identity.environments', (stored) => {
    const settings = settingsSchema.safeParse(stored);
    if (!settings.success) return NO_SETTINGS;
    const environments = settings.data.environments.filter((environment) => environment !== null);
    return { ...settings.data, environments, currentId: currentOf(environments, settings.data.currentId) };
  });
}

/** The chosen one where it is still there, else the first. */
function currentOf(environments: readonly Environment[], id: string): string {
  return environments.find((environment) => environment.id === id)?.id ?? environments[0]?.id ?? '';
}

export function findEnvironment(settings: Settings, id: string): Environment | null {
  return settings.environments.find((environment) => environment.id === id) ?? null;
}

/** Adds or replaces, and chooses it. */
export function withEnvironment(settings: Settings, saved: Environment): Settings {
  const isSaved = ({ id }: Environment) => id === saved.id;
  const environments = settings.environments.some(isSaved)
    ? settings.environments.map((environment) => (isSaved(environment) ? saved : environment))
    : [...settings.environments, saved];
  return { ...settings, environments, currentId: saved.id };
}

export function withoutEnvironment(settings: Settings, id: string): Settings {
  const environments = settings.environments.filter((environment) => environment.id !== id);
  const { [id]: _forgotten, ...lastUserIds } = settings.lastUserIds;
  return { environments, currentId: currentOf(environments, settings.currentId), lastUserIds };
}

export function withLastUserId(settings: Settings, id: string, userId: string): Settings {
  return { ...settings, lastUserIds: { ...settings.lastUserIds, [id]: userId } };
}
