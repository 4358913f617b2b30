import type { FunctionComponent } from 'preact';
import { lazy } from '#components/kit/lazy.tsx';
import type { PanelView } from '#components/panel/app/app-store.ts';

type View = FunctionComponent;

/** What stands in the place of a view whose code is being fetched. */
function Waiting() {
  return <main aria-busy="true" />;
}

/** Views that are not on the first screen: their code is loaded when they are first shown. */
const views: Readonly<Record<Exclude<PanelView, 'events'>, View>> = {
  compose: lazy(async () => (await import('#components/panel/compose/ComposeView.tsx')).ComposeView, Waiting),
  registry: lazy(async () => (await import('#components/panel/registry/RegistryView.tsx')).RegistryView, Waiting),
  scenarios: lazy(async () => (await import('#components/panel/scenarios/ScenariosView.tsx')).ScenariosView, Waiting),
  violations: lazy(
    async () => (await import('#components/panel/negative-tests/ViolationsView.tsx')).ViolationsView,
    Waiting,
  ),
};

export type LazyViewName = keyof typeof views;

export function isLazy(view: string): view is LazyViewName {
  return Object.hasOwn(views, view);
}

/** A view whose code may still have to be fetched. */
export function LazyView({ name }: { readonly name: LazyViewName }) {
  const View = views[name];
  return <View />;
}
