import { apply, getOwnPropertyDescriptor, resubscribe, withoutPrototype } from '#page/builtins';

/**
 * Adds all listeners again after `document.open()`, or after a `document.write()` that implies it.
 * Both remove all listeners of the document and its window, but not mutation observers. These run when the page's
 * script ends. Returns a function that checks immediately, for events before that.
 */
export function surviveDocumentOpen(document: Document, onOpened: () => void): () => void {
  const rootOf = getOwnPropertyDescriptor(Document.prototype, 'documentElement')?.get as () => unknown;
  let root = apply(rootOf, document, []);
  const check = (): void => {
    const current = apply(rootOf, document, []);
    if (current === root) return;
    root = current;
    resubscribe();
    onOpened();
  };
  new MutationObserver(check).observe(document, withoutPrototype({ childList: true }));
  return check;
}
