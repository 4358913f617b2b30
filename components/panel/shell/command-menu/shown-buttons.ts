import { isShown } from '#components/kit/use-roving.ts';
import type { MenuCommand } from '#components/panel/app/registries.ts';

/** A form with more has hundreds of fields, each with its own buttons. */
const MAX_BUTTONS = 200;

const BUTTONS = 'button, input[type="checkbox"], input[type="radio"]';

/**
 * Excludes lines, tabs, options and column heads, which have keys of their own.
 * Dialogs and menus are excluded too, as they close before a command runs.
 */
const WITHOUT_COMMANDS =
  'thead, [role="tree"], [role="option"], [role="listbox"], [role="tablist"], dialog, [popover], [inert], [aria-hidden="true"]';

/** A row or an item: its buttons are commands only if it is the only one, as their labels are ambiguous otherwise. */
const ITEM = 'tr, li';

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
 * Returns the shown buttons as commands that press them.
 * Omits those with a known label, as another command has it already, and those with ambiguous labels, such as “Ignore” of
 * each finding.
 */
export function shownButtonCommands(panel: HTMLElement, known: ReadonlySet<string>): readonly MenuCommand[] {
  const buttons = findShownButtons(panel).map((button) => ({ ...button, part: partOf(button) }));
  const isOnly = ({ label, part }: (typeof buttons)[number]) =>
    buttons.filter((other) => other.label === label && other.part === part).length === 1;
  return buttons
    .filter((button) => !known.has(button.label) && isOnly(button))
    .map(({ label, element, part }, index) => ({
      id: `button-${index}`,
      label,
      ...(part && part !== label ? { group: part } : {}),
      synonyms: element.title,
      run: () => element.click(),
    }));
}

/** Returns the label of a button's group, or an empty text. */
function partOf({ element }: ShownButton): string {
  return element.closest(PARTS)?.getAttribute('aria-label') ?? '';
}

function isUsable(element: HTMLElement): boolean {
  const isOff = element.matches(':disabled, [aria-disabled="true"]');
  const siblings = element.closest(ITEM)?.parentElement?.childElementCount ?? 1;
  return !isOff && siblings === 1 && element.closest(WITHOUT_COMMANDS) === null && isShown(element);
}

function labelOf(element: HTMLElement): string {
  const label = element.ariaLabel ?? element.getAttribute('aria-label');
  if (label) return label;
  const holder = element instanceof HTMLInputElement ? element.labels?.[0] : element;
  const text = holder ? textWithout(holder, '[aria-hidden="true"], small') : '';
  return text || element.title;
}

/** Returns the text of an element without that of the omitted ones. */
function textWithout(element: Element, omitted: string): string {
  const parts = [...element.childNodes].map((node) => {
    if (node instanceof Element) return node.matches(omitted) ? '' : textWithout(node, omitted);
    return node.textContent ?? '';
  });
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

/** A view that is opened first loads its code and renders. */
const MAX_WAIT_MS = 5_000;

/** Presses a button as soon as it is shown, or does nothing after a timeout. */
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
