import { isShown } from '#components/kit/use-roving.ts';
import type { MenuCommand } from '#components/panel/app/registries.ts';

/** More would be a form with hundreds of fields, each with buttons of its own. */
const MAX_BUTTONS = 200;

const BUTTONS = 'button, input[type="checkbox"], input[type="radio"]';

/**
 * What holds buttons of one item among many, and no commands: rows, lines, tabs, the heads of columns.
 * Dialogs and menus have their own keys, and close before a command runs.
 */
const OF_ONE_ITEM =
  'tr, li, [role="tree"], [role="option"], [role="listbox"], [role="tablist"], dialog, [popover], [inert], [aria-hidden="true"]';

/** The part of the panel that a button is in, which names what kind of command it is. */
const PARTS = ['section', 'form', 'nav', '[role="region"]', '[role="toolbar"]', '[role="group"]']
  .map((part) => `${part}[aria-label]`)
  .join();

/** A button that is shown and can be used now. */
interface ShownButton {
  readonly label: string;
  readonly element: HTMLElement;
}

/** The buttons, checkboxes and radio buttons of the panel that can be used now, but those of one item among many. */
function findShownButtons(panel: HTMLElement): readonly ShownButton[] {
  const found: ShownButton[] = [];
  for (const element of panel.querySelectorAll<HTMLElement>(BUTTONS)) {
    if (found.length === MAX_BUTTONS) break;
    const label = labelOf(element);
    if (label !== '' && isUsable(element)) found.push({ label, element });
  }
  return found;
}

/**
 * The same as commands that press them.
 * Without those that have a label which is known: another command does that already.
 */
export function shownButtonCommands(panel: HTMLElement, known: ReadonlySet<string>): readonly MenuCommand[] {
  const labels = new Set(known);
  return findShownButtons(panel).flatMap(({ label, element }, index) => {
    if (labels.has(label)) return [];
    labels.add(label);
    const group = element.closest(PARTS)?.getAttribute('aria-label') ?? undefined;
    const isSaidTwice = group === undefined || group === label;
    return [
      {
        id: `button-${index}`,
        label,
        ...(isSaidTwice ? {} : { group }),
        synonyms: element.title,
        run: () => element.click(),
      },
    ];
  });
}

function isUsable(element: HTMLElement): boolean {
  const isOff = element.matches(':disabled, [aria-disabled="true"]');
  return !isOff && element.closest(OF_ONE_ITEM) === null && isShown(element);
}

function labelOf(element: HTMLElement): string {
  const label = element.ariaLabel ?? element.getAttribute('aria-label');
  if (label) return label;
  const holder = element instanceof HTMLInputElement ? element.labels?.[0] : element;
  const text = holder ? textWithout(holder, '[aria-hidden="true"], small') : '';
  return text || element.title;
}

/** The words of an element; those of its parts are apart, as they are on screen. */
function textWithout(element: Element, omitted: string): string {
  const parts = [...element.childNodes].map((node) => {
    if (node instanceof Element) return node.matches(omitted) ? '' : textWithout(node, omitted);
    return node.textContent ?? '';
  });
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

/** A view that is opened first loads its code and renders. */
const MAX_WAIT_MS = 5_000;

/** Presses a button as soon as it is shown; nothing happens if that takes longer than a user would wait. */
export function pressWhenShown(panel: HTMLElement, label: string, after: (ms: number, call: () => void) => void): void {
  const press = (): boolean => {
    const button = findShownButtons(panel).find((shown) => shown.label === label);
    button?.element.click();
    return button !== undefined;
  };
  if (press()) return;
  const observer = new MutationObserver(() => {
    if (press()) observer.disconnect();
  });
  observer.observe(panel, { childList: true, subtree: true });
  after(MAX_WAIT_MS, () => observer.disconnect());
}
