import { apply, getOwnPropertyDescriptor, resubscribe, withoutPrototype } from '#page/builtins';

/**
 * Listens again after `document.open()`, or a `document.write()` that implies it.
 * Both remove all listeners of the document and its window. Observers stay, and are called when the page's script is
 * done. Returns a function that looks at once, for what happens before that.
 */
export function surviveDocumentOpen(document: Document, onOpened: () => void): () => void {
  const rootOf = getOwnPropertyDescriptor(Document.prototype, 'documentElement')?.get as () => unknown;
  let root = apply(rootOf, document, []);
  const look = (): void => {
    const current = apply(rootOf, document, []);
    if (current === root) return;
    root = current;
    resubscribe();
    onOpened();
  };
  new MutationObserver(look).observe(document, withoutPrototype({ childList: true }));
  return look;
}
