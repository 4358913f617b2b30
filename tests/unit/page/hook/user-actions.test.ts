// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_ACTION_CHARS } from '#core/wire/report-limits';
import { resubscribe } from '#page/builtins';
import { watchUserActions } from '#page/hook/user-actions';

/** Stands in for the window of a page, because the global object of a test dispatches no events. */
const page = document;
const { addEventListener } = EventTarget.prototype;

// Browsers define `textContent` of elements at `Node` (DOM, "Interface Node"). happy-dom defines another getter there.
const textContent = Object.getOwnPropertyDescriptor(Element.prototype, 'textContent');
if (textContent) Object.defineProperty(Node.prototype, 'textContent', textContent);

/** Dispatches a trusted event, as the browser does for a user. */
function dispatchTrusted(type: string, target: EventTarget | null): Event {
  const event = new Event(type, { bubbles: true, cancelable: true, composed: true });
  Object.defineProperty(event, 'isTrusted', { value: true });
  target?.dispatchEvent(event);
  return event;
}

let readAction: ReturnType<typeof watchUserActions>;
beforeEach(() => {
  document.body.innerHTML = '';
  readAction = watchUserActions(page);
});
afterEach(() => {
  EventTarget.prototype.addEventListener = addEventListener;
});

/** Returns the last user action after this event at this element of the page. */
function actionAfter(html: string, selector: string, type = 'click') {
  document.body.innerHTML = html;
  dispatchTrusted(type, document.querySelector(selector));
  return readAction();
}

it('the element of the last user action has tag, id, class and text', () => {
  const html = '<main id="lesson"><button class="play big"> Play </button></main>';
  expect(actionAfter(html, 'button')).toMatchObject({
    type: 'click',
    tag: 'button',
    id: '',
    within: 'lesson',
    class: 'play big',
    text: ' Play ',
  });
});

it('the element of a click on an icon within a button is the button, with its label', () => {
  const html = '<button id="close" aria-label="Close"><svg id="x"><path d=""></path></svg></button>';
  expect(actionAfter(html, 'path')).toMatchObject({ tag: 'button', id: 'close', within: 'close', text: 'Close' });
  expect(actionAfter('<a href="#"><i></i> Next <b>page</b></a>', 'i')).toMatchObject({
    tag: 'a',
    text: ' Next page',
  });
});

it('the last user action is the newest action', () => {
  document.body.innerHTML = '<input id="name"><form><button>Save</button></form>';
  for (const [type, selector] of [
    ['pointerdown', 'button'],
    ['keydown', 'input'],
    ['change', 'input'],
    ['submit', 'form'],
  ] as const) {
    dispatchTrusted(type, document.querySelector(selector));
    expect(readAction()).toMatchObject({ type, tag: selector });
  }
});

it('the element of the last user action is read immediately, as the page may change it', () => {
  document.body.innerHTML = '<button>Play</button>';
  const button = document.querySelector('button');
  dispatchTrusted('click', button);
  button?.replaceChildren('Pause');
  button?.remove();
  expect(readAction()).toMatchObject({ text: 'Play' });
});

it('the element of the last user action is found inside a shadow root', () => {
  document.body.innerHTML = '<x-player></x-player>';
  const root = document.querySelector('x-player')?.attachShadow({ mode: 'open' });
  const button = document.createElement('button');
  button.append('Play');
  root?.append(button);
  dispatchTrusted('click', button);
  expect(readAction()).toMatchObject({ tag: 'button', text: 'Play' });
});

it('an event that a script dispatches is not a user action', () => {
  document.body.innerHTML = '<button>Play</button>';
  document.querySelector('button')?.dispatchEvent(new Event('click', { bubbles: true, composed: true }));
  expect(readAction()).toBeUndefined();
});

it.each([
  ['<input id="f" value="secret">', '#f'],
  ['<textarea id="f">secret</textarea>', '#f'],
  ['<select id="f"><option>secret</option></select>', '#f'],
  ['<select id="f" size="2"><option>secret</option></select>', 'option'],
  ['<div id="f" contenteditable="true">secret</div>', '#f'],
  ['<div id="f" contenteditable="true"><p>secret</p></div>', 'p'],
  ['<div id="f" contenteditable="true"><a href="#">secret</a></div>', 'a'],
  ['<button id="f">Add <span contenteditable="true">secret</span></button>', '#f'],
  ['<label id="f">Note <textarea>secret</textarea></label>', '#f'],
  ['<div id="f"><p>secret</p></div>', '#f'],
])('text that a user enters is not included as the text of the element: %s', (html, selector) => {
  const action = actionAfter(html, selector, 'keydown');
  expect(action).toMatchObject({ within: 'f', text: '' });
  expect(JSON.stringify(action)).not.toContain('secret');
});

it('text that a user enters in a document with a design mode is not included as the text of the element', () => {
  document.designMode = 'on';
  expect(actionAfter('<p id="f">secret</p>', 'p')).toMatchObject({ within: 'f', text: '' });
  document.designMode = 'off';
  expect(actionAfter('<p id="f">Play</p>', 'p')).toMatchObject({ text: 'Play' });
});

it('nothing is read from a password field, and an earlier user action is not reported as the last one', () => {
  expect(actionAfter('<button>Log in</button>', 'button')).toBeDefined();
  expect(actionAfter('<input id="pass" type="password" value="secret">', 'input', 'keydown')).toBeUndefined();
});

it('the id, class and text of the element of a user action are truncated to the limit', () => {
  const long = 'n'.repeat(100_000);
  const action = actionAfter(`<button id="${long}" class="${long}">${long}</button>`, 'button');
  for (const text of [action?.id, action?.within, action?.class, action?.text]) {
    expect(text).toHaveLength(MAX_ACTION_CHARS);
  }
});

it('a page’s listeners and default actions work as without the observer', () => {
  const listener = vi.fn();
  document.body.innerHTML = '<button>Play</button>';
  const button = document.querySelector('button');
  button?.addEventListener('click', listener);
  expect(dispatchTrusted('click', button).defaultPrevented).toBe(false);
  expect(listener).toHaveBeenCalledOnce();
});

it('a key event whose target is the document is no user action, and causes no exception', () => {
  dispatchTrusted('keydown', document);
  expect(readAction()).toBeUndefined();
});

it('a page is still observed after the hook has subscribed again', () => {
  const button = document.createElement('button');
  document.body.append(button);
  resubscribe();
  dispatchTrusted('click', button);
  expect(readAction()).toMatchObject({ tag: 'button' });
});

it('a page is observed through the browser’s own addEventListener even if the page replaces it', () => {
  const addedTypes: unknown[] = [];
  const spy = vi.spyOn(page, 'addEventListener').mockImplementation(() => undefined);
  EventTarget.prototype.addEventListener = (type: string) => void addedTypes.push(type);
  const read = watchUserActions(page);
  document.body.innerHTML = '<button>Play</button>';
  dispatchTrusted('click', document.querySelector('button'));
  expect(read()).toMatchObject({ text: 'Play' });
  expect(addedTypes).toEqual([]);
  spy.mockRestore();
});
