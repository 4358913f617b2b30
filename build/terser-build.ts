import type { BuildEnvironmentOptions } from 'vite';

type TerserOptions = NonNullable<BuildEnvironmentOptions['terserOptions']>;
type Compress = Exclude<NonNullable<TerserOptions['compress']>, boolean>;

/** Returns build options for terser. It is slower than the default minifier, but makes smaller scripts. */
export function terserBuild(compress: Compress, mangle: TerserOptions['mangle'] = true): BuildEnvironmentOptions {
  return {
    minify: 'terser',
    terserOptions: {
      ecma: 2020,
      compress: { inline: 1, toplevel: true, unsafe_arrows: true, ...compress },
      mangle,
      // WXT removes the global name only if the function is in parentheses.
      format: { wrap_iife: true },
    },
  };
}
