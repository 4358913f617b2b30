import { apply, ignoreErrors } from '#page/builtins';
import type { Method } from './sdk';

/** Enough for any sentence of an SDK. */
export const MAX_CONSOLE_MESSAGES = 1_000;

/**
 * Listens to the console methods by which the SDKs say that they drop an event, for the time of one SDK call, and takes
 * its ears off again: for all other messages of the page, the console's link leads to the page's own line. Returns the
 * undo.
 */
export function captureConsole(console: object, onMessage: (level: string, first: unknown) => void): () => void {
  const methods = console as Record<string, unknown>;
  const listenTo = (level: string): (() => void) | null =>
    ignoreErrors(() => {
      const original = methods[level];
      const ear = (...said: unknown[]): unknown => {
        ignoreErrors(() => onMessage(level, said[0]));
        return apply(original as Method, console, said);
      };
      if (typeof original === 'function') methods[level] = ear;
      return () =>
        ignoreErrors(() => {
          if (methods[level] === ear) methods[level] = original;
        });
    });
  const hushErrors = listenTo('error');
  const hushInfo = listenTo('info');
  return () => {
    hushErrors?.();
    hushInfo?.();
  };
}
