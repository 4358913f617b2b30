import { isShown } from '#components/kit/use-roving.ts';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { SetTimer } from '#core/util/scheduler';

/** A panel with more buttons shows a form with hundreds of fields, each with its own buttons. */
const MAX_BUTTONS = 200;

const BUTTONS = 'button, input[type="checkbox"], input[type="radio"]';

/**
 * Excludes lines, tabs, options and column heads, which have their own keys.
 * Dialogs and menus are excluded too, because they close before a command runs.
 */
const WITHOUT_COMMANDS =
  'thead, [role="tree"], [role="option"], [role="listbox"], [role="tablist"], dialog, [popover], [inert], [aria-hidden="true"]';

/**
 * A row of a table, or an item of a list.
 * Its buttons are commands only if the item has no siblings, because the labels are ambiguous otherwise.
 */
const ITEM = 'tr, li';

/** The part of the panel around a button. The part's name is the group of the command. */
const PARTS = ['section', 'form', 'nav', '[role="region"]', '[role="toolbar"]', '[role="group"]']
  .map((part) => `${part}[aria-label]`)
  .join();

/** A visible and enabled button. */
interface ShownButton {
  readonly label: string;
  readonly element: HTMLElement;
}

/** Returns the usable buttons, checkboxes and radio buttons, without the buttons of one item among many. */
function findShownButtons(panel: HTMLElement): readonly ShownButton[] {
  const buttons: ShownButton[] = [];
  for (const element of panel.querySelectorAll<HTMLElement>(BUTTONS)) {
    if (buttons.length === MAX_BUTTONS) break;
    const label = readLabel(element);
    if (label !== '' && isUsable(element)) buttons.push({ label, element });
  }
  return buttons;
}

/**
 * Returns the visible buttons as commands that press them.
 * Omits buttons whose label is in `commandLabels`, because another command has the label. Also omits buttons that share
 * their label, such as “Ignore” of each finding.
 */
export function shownButtonCommands(panel: HTMLElement, commandLabels: ReadonlySet<string>): readonly MenuCommand[] {
  const buttons = findShownButtons(panel).map((button) => ({ ...button, part: partOf(button) }));
  const hasUniqueLabel = ({ label, part }: (typeof buttons)[number]) =>
    buttons.filter((other) => other.label === label && other.part === part).length === 1;
  return buttons
    .filter((button) => !commandLabels.has(button.label) && hasUniqueLabel(button))
    .map(({ label, element, part }, index) => ({
      id: `button-${index}`,
      label,
      ...(part && part !== label ? { group: part } : {}),
      synonyms: element.title,
      run: () => element.click(),
    }));
}

/** Returns the label of a button's group, or an empty string. */
function partOf({ element }: ShownButton): string {
  return element.closest(PARTS)?.getAttribute('aria-label') ?? '';
}

function isUsable(element: HTMLElement): boolean {
  const isOff = element.matches(':disabled, [aria-disabled="true"]');
  const siblings = element.closest(ITEM)?.parentElement?.childElementCount ?? 1;
  return !isOff && siblings === 1 && element.closest(WITHOUT_COMMANDS) === null && isShown(element);
}

function readLabel(element: HTMLElement): string {
  const label = element.getAttribute('aria-label');
  if (label) return label;
  const labelElement = element instanceof HTMLInputElement ? element.labels?.[0] : element;
  const text = labelElement ? readText(labelElement, '[aria-hidden="true"], small') : '';
  return text || element.title;
}

/** Returns the text of an element without the text of omitted descendants. */
function readText(element: Element, omitted: string): string {
  const parts = [...element.childNodes].map((node) => {
    if (node instanceof Element) return node.matches(omitted) ? '' : readText(node, omitted);
    return node.textContent ?? '';
  });
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

/** Maximum time that a view needs to load its code and render. */
const MAX_WAIT_MS = 5_000;

/** Presses a button as soon as it is visible, or does nothing after a timeout. */
export function pressWhenShown(panel: HTMLElement, label: string, setTimer: SetTimer): void {
  const press = (): boolean => {
    const button = findShownButtons(panel).find((each) => each.label === label);
    button?.element.click();
    return button !== undefined;
  };
  if (press()) return;
  const observer = new MutationObserver(() => {
    if (press()) observer.disconnect();
  });
  observer.observe(panel, { childList: true, subtree: true });
  setTimer(MAX_WAIT_MS, () => observer.disconnect());
}
