import type { Frame } from 'playwright';

/**
 * Describes all faults of the panel's layout.
 * Faults are: the document or the panel scrolls, a control overlaps another, or a control is clipped where nothing
 * scrolls to its hidden part.
 */
export function findLayoutFaults(panel: Frame): Promise<readonly string[]> {
  return panel.evaluate(() => {
    const CONTROLS = 'button, input, select, textarea, a[href], [role="option"], [role="treeitem"]';
    interface Box {
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
    const intersect = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    });
    const hasArea = ({ left, top, right, bottom }: Box) => right - left > 1.5 && bottom - top > 1.5;
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}"`;
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const scope = dialog ?? document.querySelector('.panel') ?? document.body;

    /** Returns the visible part, and whether the rest is clipped and cannot be scrolled into view. */
    const visiblePart = (element: Element): { readonly box: Box; readonly isClipped: boolean } => {
      const fullBox = element.getBoundingClientRect();
      let box: Box = fullBox;
      let [scrollsX, scrollsY, isClipped] = [false, false, false];
      let isAbsolute = getComputedStyle(element).position === 'absolute';
      for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
        const { position, overflowX, overflowY } = getComputedStyle(ancestor);
        if (isAbsolute && position === 'static') continue;
        isAbsolute = position === 'absolute';
        const clip = ancestor.getBoundingClientRect();
        if (overflowX !== 'visible') {
          const scrolls = overflowX === 'auto' || overflowX === 'scroll';
          isClipped ||= !scrolls && !scrollsX && (fullBox.right > clip.right + 1 || fullBox.left < clip.left - 1);
          scrollsX ||= scrolls;
          box = intersect(box, { ...box, left: clip.left, right: clip.right });
        }
        if (overflowY !== 'visible') {
          const scrolls = overflowY === 'auto' || overflowY === 'scroll';
          isClipped ||= !scrolls && !scrollsY && (fullBox.bottom > clip.bottom + 1 || fullBox.top < clip.top - 1);
          scrollsY ||= scrolls;
          box = intersect(box, { ...box, top: clip.top, bottom: clip.bottom });
        }
        if (position === 'fixed') break;
      }
      const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      isClipped ||= !scrollsX && (fullBox.right > innerWidth + 1 || fullBox.left < -1);
      isClipped ||= !scrollsY && (fullBox.bottom > innerHeight + 1 || fullBox.top < -1);
      return { box: intersect(box, view), isClipped };
    };
    /**
     * Returns the layer of an element.
     * A sticky header, a menu or details in front of the list may cover other layers.
     */
    const layerOf = (element: Element): Element => {
      for (let ancestor: Element | null = element; ancestor && ancestor !== scope; ancestor = ancestor.parentElement) {
        const { position, zIndex } = getComputedStyle(ancestor);
        if (position === 'sticky' || (position !== 'static' && zIndex !== 'auto')) return ancestor;
      }
      return scope;
    };

    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) {
      faults.push(`the document is ${root.scrollWidth} × ${root.scrollHeight} in ${innerWidth} × ${innerHeight}`);
    }
    scrollTo(innerWidth, innerHeight);
    const frame = document.querySelector('.panel');
    frame?.scrollTo(innerWidth, innerHeight);
    if (scrollX + scrollY + (frame?.scrollTop ?? 0) + (frame?.scrollLeft ?? 0) > 0) faults.push('the panel scrolls');
    if (dialog && dialog.scrollWidth > dialog.clientWidth + 1) {
      faults.push(`the dialog is ${dialog.scrollWidth} wide in ${dialog.clientWidth}`);
    }
    const controls = [...scope.querySelectorAll(CONTROLS)]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => !element.closest('.visually-hidden, [inert]') && hasArea(element.getBoundingClientRect()))
      .map((element) => ({ element, layer: layerOf(element), ...visiblePart(element) }));
    for (const { element, isClipped } of controls) if (isClipped) faults.push(`clipped: ${describe(element)}`);
    const visibleControls = controls.filter(({ box }) => hasArea(box));
    for (const [index, one] of visibleControls.entries()) {
      for (const other of visibleControls.slice(index + 1)) {
        if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element))
          continue;
        if (hasArea(intersect(one.box, other.box)))
          faults.push(`${describe(one.element)} overlaps ${describe(other.element)}`);
      }
    }
    return faults;
  });
}
