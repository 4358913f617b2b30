import { signal } from '@preact/signals';
import { tryImport } from '#components/kit/lazy-import.ts';
import type { CompilePattern } from '#core/patterns/pattern';
import { isSimplePattern, nativeTest } from '#core/patterns/simple-pattern';
import { fail, succeed } from '#core/util/result';

const compiler = signal<CompilePattern | null>(null);
let isLoading = false;

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  const code = await tryImport(() => import('#core/patterns/compile-pattern'));
  isLoading = false;
  if (code) compiler.value = code.compilePattern;
}

/**
 * Compiles simple patterns at once.
 * The first other pattern loads the linear engine and is `'loading'` until then; computed signals that asked are
 * computed again. Where loading failed, the next call tries again.
 */
export const createLazyPatternCompiler: CompilePattern<'loading'> = (pattern) => {
  if (isSimplePattern(pattern)) return succeed(nativeTest(pattern));
  if (compiler.value) return compiler.value(pattern);
  void load();
  return fail('loading');
};
