import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AppStore } from './app-store';

/** Creates a feature's store. Each feature exports one definition; the panel owns the stores. */
export interface StoreDefinition<Store> {
  readonly create: (stores: Stores) => Store;
}

/** The stores of one panel. A store is created on first access and then reused. */
export interface Stores {
  readonly app: AppStore;
  get<Store>(definition: StoreDefinition<Store>): Store;
}

export function defineStore<Store>(create: (stores: Stores) => Store): StoreDefinition<Store> {
  return { create };
}

export function createStores(app: AppStore): Stores {
  const stores: Stores = { app, get: createParts(() => stores) };
  return stores;
}

/** Creates a lookup of the parts of an owner. A part is created on first access and then reused. */
export function createParts<Owner>(
  owner: () => Owner,
): <Part>(definition: { readonly create: (owner: Owner) => Part }) => Part {
  const created = new Map<object, unknown>();
  return <Part>(definition: { readonly create: (owner: Owner) => Part }): Part => {
    if (!created.has(definition)) created.set(definition, definition.create(owner()));
    return created.get(definition) as Part;
  };
}

export const StoresContext = createContext<Stores | null>(null);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('No StoresContext: components of the panel are rendered within the panel.');
  return stores;
}

export function useStore<Store>(definition: StoreDefinition<Store>): Store {
  return useStores().get(definition);
}

export function useApp(): AppStore {
  return useStores().app;
}
