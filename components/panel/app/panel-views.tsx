import type { ComponentType, FunctionComponent } from 'preact';
import type { IconName } from '#components/kit/icon-paths.ts';
import { lazy } from '#components/kit/lazy.tsx';
import type { PanelView } from './app-store';
import { defineRegistry } from './registries';

/** A view between the toolbar and the status bar. */
export interface PanelViewEntry {
  readonly id: PanelView;
  /** In the current language. */
  readonly label: () => string;
  /** An icon in the toolbar, or the containing view, which the toolbar then marks as the current one. */
  readonly location: { readonly icon: IconName } | { readonly within: PanelView };
  readonly View: FunctionComponent;
  /**
   * Labels of buttons that the command menu also lists while another view is shown.
   * Such a button depends on nothing but its view.
   */
  readonly buttons?: () => readonly string[];
}

/** The views in the order of the toolbar and the command menu. The first view is shown at the start. */
export const panelViews = defineRegistry<PanelViewEntry>();

/** Placeholder of a view whose code is being loaded. */
function Loading() {
  return <main aria-busy="true" />;
}

/** A view that is not on the first screen: `load` is an `import()`, which runs when the view is first shown. */
export function lazyView(load: () => Promise<ComponentType<object>>): FunctionComponent {
  return lazy(load, Loading);
}
