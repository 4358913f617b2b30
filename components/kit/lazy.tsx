import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentType, FunctionComponent, VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { tryImport } from './lazy-import';

/** Code that a page does not need at first. It is loaded on first use, and then stays loaded. */
export interface LazyPart<Part extends object> {
  /** `null` until the code is loaded. */
  readonly part: ReadonlySignal<Part | null>;
  preload(): void;
  /** Resolves with the code, or `null` if it could not be loaded. */
  load(): Promise<Part | null>;
}

/**
 * Creates a part that is loaded by `loadCode`, an `import()`.
 * A failed import is counted, and retried the next time.
 */
export function createLazyPart<Part extends object>(loadCode: () => Promise<Part>): LazyPart<Part> {
  const part = signal<Part | null>(null);
  let loading: Promise<Part | null> | null = null;
  const load = async (): Promise<Part | null> => {
    part.value = await tryImport(loadCode);
    if (part.value === null) loading = null;
    return part.value;
  };
  const loadOnce = () => {
    loading ??= load();
    return loading;
  };
  return { part, load: loadOnce, preload: () => void loadOnce() };
}

/** Returns the code, or `null` until it is loaded. Loads the code when `isWanted` is true. */
export function useLazyPart<Part extends object>(code: LazyPart<Part>, isWanted: boolean): Part | null {
  useLayoutEffect(() => {
    if (isWanted) code.preload();
  }, [code, isWanted]);
  return code.part.value;
}

/**
 * A component whose code is loaded when the component is first rendered.
 * `Placeholder` is rendered until then.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: () => VNode | null = () => null,
): FunctionComponent<Props> {
  const code = createLazyPart(async () => ({ View: await load() }));
  return function Lazy(props: Props) {
    const part = useLazyPart(code, true);
    return part ? <part.View {...props} /> : <Placeholder />;
  };
}
