import type { ViewKey } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';

/** The column header in which a key is pressed. */
interface HeaderKeyTarget {
  /** The buttons of all headers that are shown, in order. */
  readonly buttons: readonly HTMLElement[];
  readonly index: number;
  /** Opens the menu of the columns at a position in the window. */
  readonly openMenu: (x: number, y: number) => void;
  /** Makes the column wider or narrower by one step. */
  readonly resizeByStep: (sign: 1 | -1) => void;
}

const indexSteps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => Math.min(index + 1, count - 1),
  ArrowLeft: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

export const headerKeys: readonly ViewKey<HeaderKeyTarget>[] = [
  {
    keys: 'Shift ← →',
    label: () => i18n.t('keys.columnWidth'),
    actionFor({ key, shiftKey }, { resizeByStep }) {
      if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
      return () => resizeByStep(key === 'ArrowRight' ? 1 : -1);
    },
  },
  {
    keys: '← →',
    label: () => i18n.t('keys.heads'),
    actionFor({ key }, { buttons, index }) {
      const step = indexSteps[key];
      return step ? () => buttons[step(index, buttons.length)]?.focus() : null;
    },
  },
  // The browser handles this key, because the header is a button.
  { keys: 'Enter', label: () => i18n.t('keys.sort') },
  {
    keys: '↓',
    label: () => i18n.t('keys.columns'),
    actionFor({ key }, { buttons, index, openMenu }) {
      const rect = buttons[index]?.getBoundingClientRect();
      return key === 'ArrowDown' && rect ? () => openMenu(rect.left, rect.bottom) : null;
    },
  },
];
