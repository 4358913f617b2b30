import type { ActionReport } from '#core/wire/page-messages';
import { MAX_ACTION_CHARS } from '#core/wire/report-limits';
import { apply, describe, listenForGood, now, truncate } from '#page/builtins';

/** As `USER_ACTIONS` of the core. Before a click there is a `pointerdown`, of a mouse, a finger or a pen. */
const TYPES = 'click pointerdown keydown change submit'.split(' ') as readonly ActionReport['type'][];
/** Selects the element that a user means to act on if the event hits an icon or a word in it. */
const ACTIVE = 'a,button,label,[role=button]';
/** Input types that are never read. */
const PASSWORD = '[type=password]';
/** The text in these is what users enter. An `input` has none. */
const FIELD = 'select,textarea,[contenteditable]';

/**
 * Remembers what the user did last in the page. Returns a function that reads it.
 * Only what the browser says of a user counts, not what a script dispatches. The element is read at once, as the page may
 * change or remove it before it calls the SDK.
 */
export function watchUserActions(page: EventTarget): () => ActionReport | undefined {
  const readAction = createActionReader();
  const { composedPath } = Event.prototype;
  let last: ActionReport | undefined;
  for (let index = 0; index < TYPES.length; index += 1) {
    const type = TYPES[index] as ActionReport['type'];
    listenForGood(page, type, (event) => {
      // The window sees the host of a shadow root as the target.
      if (event.isTrusted) last = readAction(type, apply(composedPath, event, [])[0] as Element);
    });
  }
  return () => last;
}

/** Reads the built-ins when it is called: WXT's evaluation of entry points has none. */
function createActionReader(): (type: ActionReport['type'], target: Element) => ActionReport | undefined {
  const { closest, getAttribute, querySelector } = Element.prototype;
  const tagOf = describe(Element.prototype, 'localName')?.get as () => string;
  const textOf = describe(Node.prototype, 'textContent')?.get as () => string;
  return (type, target) => {
    const active = apply(closest, target, [ACTIVE]);
    const element: Element = active ?? target;
    const find = (selector: string): Element | null => apply(closest, element, [selector]);
    const read = (name: string, holder = element): string =>
      truncate(apply(getAttribute, holder, [name]) ?? '', MAX_ACTION_CHARS);
    // The text of a whole page is no label, and takes long to read.
    const isTextHidden = find(FIELD) || apply(querySelector, element, [active ? FIELD : '*']);
    return find(PASSWORD)
      ? undefined
      : {
          type,
          at: now(),
          tag: apply(tagOf, element, []),
          id: read('id'),
          within: read('id', find('[id]') ?? element),
          class: read('class'),
          text: read('aria-label') || (isTextHidden ? '' : truncate(apply(textOf, element, []), MAX_ACTION_CHARS)),
        };
  };
}
