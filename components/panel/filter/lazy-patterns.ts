import { createLazyPart } from '#components/kit/lazy.tsx';
import type { CompilePattern } from '#core/patterns/pattern';
import { isSimplePattern, nativeTest } from '#core/patterns/simple-pattern';
import { fail, succeed } from '#core/util/result';

const linearEngine = createLazyPart(() => import('#core/patterns/compile-pattern'));

/**
 * Compiles simple patterns synchronously.
 * The first other pattern loads the linear engine and is `'loading'` until then; computed signals that called it are
 * then computed again. After a failed load, the next call retries.
 */
export const createLazyPatternCompiler: CompilePattern<'loading'> = (pattern) => {
  if (isSimplePattern(pattern)) return succeed(nativeTest(pattern));
  const engine = linearEngine.part.value;
  if (engine) return engine.compilePattern(pattern);
  linearEngine.preload();
  return fail('loading');
};
