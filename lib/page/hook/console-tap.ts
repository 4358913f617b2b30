import { apply, ignoreErrors } from '#page/builtins';
import type { Method } from './sdk';

/** Enough for any sentence of an SDK. */
export const MAX_CONSOLE_MESSAGES = 1_000;

/** A console by the names of its methods; a page may have put anything there. */
export type ConsoleMethods = Record<string, unknown>;

/**
 * Listens to the console methods by which the SDKs say that they drop an event, for the time of one SDK call, and takes
 * its ears off again: for all other messages of the page, the console's link leads to the page's own line. Returns the
 * undo.
 */
export function captureConsole(
  console: ConsoleMethods,
  onMessage: (level: string, first: unknown) => void,
): () => void {
  const listenTo = (level: string): (() => void) | null =>
    ignoreErrors(() => {
      const original = console[level];
      const ear = (...said: unknown[]): unknown => {
        ignoreErrors(() => onMessage(level, said[0]));
        return apply(original as Method, console, said);
      };
      if (typeof original === 'function') console[level] = ear;
      return () =>
        ignoreErrors(() => {
          if (console[level] === ear) console[level] = original;
        });
    });
  const hushErrors = listenTo('error');
  const hushInfo = listenTo('info');
  return () => {
    hushErrors?.();
    hushInfo?.();
  };
}
