import type { Frame } from 'playwright';

/**
 * What is wrong with how the panel stands at this moment, in words.
 * The document or the panel scrolls, a control overlaps another, or a control is cut where nothing scrolls to the rest.
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
    const isArea = ({ left, top, right, bottom }: Box) => right - left > 1.5 && bottom - top > 1.5;
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}"`;
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const scope = dialog ?? document.querySelector('.panel') ?? document.body;

    /** The part in sight, and whether something cuts the rest off for good. */
    const seenPart = (element: Element): { readonly box: Box; readonly isCut: boolean } => {
      const whole = element.getBoundingClientRect();
      let box: Box = whole;
      let [scrollsX, scrollsY, isCut] = [false, false, false];
      let isAbsolute = getComputedStyle(element).position === 'absolute';
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { position, overflowX, overflowY } = getComputedStyle(around);
        if (isAbsolute && position === 'static') continue;
        isAbsolute = position === 'absolute';
        const clip = around.getBoundingClientRect();
        if (overflowX !== 'visible') {
          const scrolls = overflowX === 'auto' || overflowX === 'scroll';
          isCut ||= !scrolls && !scrollsX && (whole.right > clip.right + 1 || whole.left < clip.left - 1);
          scrollsX ||= scrolls;
          box = intersect(box, { ...box, left: clip.left, right: clip.right });
        }
        if (overflowY !== 'visible') {
          const scrolls = overflowY === 'auto' || overflowY === 'scroll';
          isCut ||= !scrolls && !scrollsY && (whole.bottom > clip.bottom + 1 || whole.top < clip.top - 1);
          scrollsY ||= scrolls;
          box = intersect(box, { ...box, top: clip.top, bottom: clip.bottom });
        }
        if (position === 'fixed') break;
      }
      const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      isCut ||= !scrollsX && (whole.right > innerWidth + 1 || whole.left < -1);
      isCut ||= !scrollsY && (whole.bottom > innerHeight + 1 || whole.top < -1);
      return { box: intersect(box, view), isCut };
    };
    /** What lies over others on purpose: a header that sticks, a menu, details in front of the list. */
    const layerOf = (element: Element): Element => {
      for (let around: Element | null = element; around && around !== scope; around = around.parentElement) {
        const { position, zIndex } = getComputedStyle(around);
        if (position === 'sticky' || (position !== 'static' && zIndex !== 'auto')) return around;
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
      .filter((element) => !element.closest('.hidden, [inert]') && isArea(element.getBoundingClientRect()))
      .map((element) => ({ element, layer: layerOf(element), ...seenPart(element) }));
    for (const { element, isCut } of controls) if (isCut) faults.push(`cut: ${describe(element)}`);
    const inSight = controls.filter(({ box }) => isArea(box));
    for (const [index, one] of inSight.entries()) {
      for (const other of inSight.slice(index + 1)) {
        if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element))
          continue;
        if (isArea(intersect(one.box, other.box)))
          faults.push(`${describe(one.element)} overlaps ${describe(other.element)}`);
      }
    }
    return faults;
  });
}
