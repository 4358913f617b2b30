import type { ActionReport } from '#core/wire/page-messages';
import { MAX_ACTION_CHARS } from '#core/wire/report-limits';
import { apply, listenPermanently, now, readDescriptor, truncate } from '#page/builtins';

/** The same as `USER_ACTIONS` of the core. `pointerdown` precedes a click by mouse, touch or pen. */
const TYPES = 'click pointerdown keydown change submit'.split(' ') as readonly ActionReport['type'][];
/** Elements that a user acts on even if the event's target is an icon or a word inside. */
const ACTIVE = 'a,button,label,[role=button]';
/** Inputs that are never read. */
const PASSWORD = '[type=password]';
/** Elements whose text is user input. (An `input` has no text content.) */
const FIELD = 'select,textarea,[contenteditable]';

/**
 * Observes user actions in the page. Returns a function that returns the last action.
 * Ignores events that scripts dispatch. Reads the element immediately, because the page may change or remove it before
 * it calls the SDK.
 */
export function watchUserActions(page: EventTarget): () => ActionReport | undefined {
  const readAction = createActionReader();
  const { composedPath } = Event.prototype;
  let last: ActionReport | undefined;
  for (let index = 0; index < TYPES.length; index += 1) {
    const type = TYPES[index] as ActionReport['type'];
    listenPermanently(page, type, (event) => {
      // `target` would be the host of a shadow root, so the composed path is used.
      if (event.isTrusted) last = readAction(type, apply(composedPath, event, [])[0] as Element);
    });
  }
  return () => last;
}

/**
 * Creates a reader of actions.
 * Reads the built-ins when called, because WXT evaluates entry points without a DOM.
 */
function createActionReader(): (type: ActionReport['type'], target: Element) => ActionReport | undefined {
  const { closest, getAttribute, querySelector } = Element.prototype;
  const tagOf = readDescriptor(Element.prototype, 'localName')?.get as () => string;
  const textOf = readDescriptor(Node.prototype, 'textContent')?.get as () => string;
  return (type, target) => {
    const active = apply(closest, target, [ACTIVE]);
    const element: Element = active ?? target;
    const find = (selector: string): Element | null => apply(closest, element, [selector]);
    const read = (name: string, holder = element): string =>
      truncate(apply(getAttribute, holder, [name]) ?? '', MAX_ACTION_CHARS);
    // The text of an element with children is only read for active elements: that of a whole page is long and no label.
    const isTextHidden =
      document.designMode === 'on' || find(FIELD) || apply(querySelector, element, [active ? FIELD : '*']);
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
