import { createLazyPart } from '#components/kit/lazy.tsx';
import type { CompilePattern } from '#core/patterns/pattern';
import { isSimplePattern, nativeTest } from '#core/patterns/simple-pattern';
import { fail, succeed } from '#core/util/result';

const linearEngine = createLazyPart(() => import('#core/patterns/compile-pattern'));

/**
 * Compiles simple patterns synchronously.
 * Any other pattern needs the linear engine, and fails with `'loading'` until the engine is loaded. The load updates
 * the computed signals that called this function. After a failed load, the next call retries.
 */
export const compileLazily: CompilePattern<'loading'> = (pattern) => {
  if (isSimplePattern(pattern)) return succeed(nativeTest(pattern));
  const engine = linearEngine.part.value;
  if (engine) return engine.compilePattern(pattern);
  linearEngine.preload();
  return fail('loading');
};
