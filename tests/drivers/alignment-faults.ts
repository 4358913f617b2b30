import type { Frame, Page } from 'playwright';

/**
 * Describes all parts of a page that are misaligned.
 * Texts and controls side by side must share a baseline. A label must be close to its control. A field must be as wide
 * as the label above it.
 */
export function findAlignmentFaults(page: Page | Frame): Promise<readonly string[]> {
  return page.evaluate(() => {
    /** Rounding may shift either side by half a pixel. */
    const MAX_OFFSET = 1;
    const MAX_LABEL_GAP = 40;
    const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file], [type=range]), select';
    const CONTROLS = `${FIELDS}, textarea, input`;

    interface Line {
      readonly baseline: number;
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }
    /** A child of a row whose text is in one line. */
    interface Part extends Line {
      readonly name: string;
    }

    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) throw new Error('The browser has no canvas.');
    const metrics = new Map<string, { readonly ascent: number; readonly descent: number }>();
    /** Returns the rounded metrics of a font, as Chromium uses them for its line boxes. */
    const metricsOf = ({ fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration) => {
      const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      const cached = metrics.get(font);
      if (cached) return cached;
      context.font = font;
      const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x');
      const measured = { ascent: Math.round(fontBoundingBoxAscent), descent: Math.round(fontBoundingBoxDescent) };
      metrics.set(font, measured);
      return measured;
    };
    const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 40);
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}${element.classList.length > 0 ? `.${[...element.classList].join('.')}` : ''}`;
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visually-hidden');
    const isOutOfFlow = (element: Element) => ['absolute', 'fixed'].includes(getComputedStyle(element).position);

    const linesOfText = (text: Text): Line[] => {
      const parent = text.parentElement;
      if (!parent || collapseSpaces(text.data) === '') return [];
      const range = document.createRange();
      range.selectNodeContents(text);
      const { ascent } = metricsOf(getComputedStyle(parent));
      return [...range.getClientRects()]
        .filter(({ width, height }) => width > 1 && height > 1)
        .map(({ left, right, top, bottom }) => ({ baseline: top + ascent, left, right, top, bottom }));
    };
    /** Returns the line of a field. Its text is in no node, but in the middle of its box. */
    const linesOfField = (field: Element): Line[] => {
      const { left, right, top, bottom } = field.getBoundingClientRect();
      const { ascent, descent } = metricsOf(getComputedStyle(field));
      return right - left > 1 ? [{ baseline: (top + bottom + ascent - descent) / 2, left, right, top, bottom }] : [];
    };
    /** Cached, because the lines of an element are needed for the rows of all its ancestors. */
    const cachedLines = new Map<Node, Line[]>();
    const linesIn = (node: Node): Line[] => {
      const lines = cachedLines.get(node) ?? readLines(node);
      cachedLines.set(node, lines);
      return lines;
    };
    const readLines = (node: Node): Line[] => {
      if (node instanceof Text) return linesOfText(node);
      if (!(node instanceof Element) || !isVisible(node)) return [];
      if (node.matches(FIELDS)) return linesOfField(node);
      if (node.matches('input, textarea, svg, option, .cm-editor')) return [];
      return [...node.childNodes].flatMap((child) =>
        child instanceof Element && isOutOfFlow(child) ? [] : linesIn(child),
      );
    };
    /** Returns a child of a row as a part, or null if its text has several lines. */
    const partOf = (node: Node): Part | null => {
      const lines = linesIn(node);
      const [first] = lines;
      if (!first || lines.some(({ top, bottom }) => top >= first.bottom || bottom <= first.top)) return null;
      const text = collapseSpaces(node.textContent ?? '');
      return {
        name: `${node instanceof Element ? describe(node) : 'text'} "${text}"`,
        baseline: first.baseline,
        left: Math.min(...lines.map(({ left }) => left)),
        right: Math.max(...lines.map(({ right }) => right)),
        top: first.top,
        bottom: first.bottom,
      };
    };

    const faults = new Set<string>();
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const scope = dialog ?? document.body;
    const findUnevenParts = (row: Element): void => {
      const parts = [...row.childNodes]
        .filter((child) => !(child instanceof Element && isOutOfFlow(child)))
        .map(partOf)
        .filter((part) => part !== null);
      for (const [index, part] of parts.entries()) {
        const next = parts[index + 1];
        if (!next || next.left < part.right - 1) continue;
        if (next.top >= part.bottom || next.bottom <= part.top) continue;
        const offset = Math.abs(part.baseline - next.baseline);
        if (offset > MAX_OFFSET)
          faults.add(`${describe(row)}: ${part.name} and ${next.name} are ${offset.toFixed(1)} px out of line`);
      }
    };
    for (const row of scope.querySelectorAll('*')) {
      if (row.childNodes.length > 1 && !row.closest('svg, .cm-editor, select') && isVisible(row)) findUnevenParts(row);
    }
    /** Returns the cell of a label: in a form, labels are in a column as wide as the longest one. */
    const cellOf = (label: Element, control: Element): Element => {
      let cell = label;
      while (cell.parentElement && !cell.parentElement.contains(control)) cell = cell.parentElement;
      return cell;
    };
    const findGapBeside = (label: Element, control: Element, lines: readonly Line[]): number => {
      const { left: start, right: end } = control.getBoundingClientRect();
      const boxes = label.contains(control) ? lines : [cellOf(label, control).getBoundingClientRect()];
      return Math.min(...boxes.map(({ left, right }) => (left >= end ? left - end : start - right)));
    };
    const checkLabel = (label: Element, control: Element): void => {
      const box = control.getBoundingClientRect();
      const name = `label "${collapseSpaces(label.textContent ?? '')}"`;
      const lines = [...label.childNodes]
        .filter((child) => child !== control)
        .flatMap(linesIn)
        .filter(({ bottom, top }) => bottom > top);
      const linesBeside = lines.filter(({ top, bottom }) => top < box.bottom && bottom > box.top);
      if (linesBeside.length > 0) {
        const gap = findGapBeside(label, control, linesBeside);
        if (gap > MAX_LABEL_GAP) faults.add(`${name} is ${gap.toFixed(0)} px from its control`);
        return;
      }
      const linesAbove = lines.filter(({ bottom }) => bottom <= box.top + 1);
      if (linesAbove.length === 0) return;
      const gap = box.top - Math.max(...linesAbove.map(({ bottom }) => bottom));
      if (gap > MAX_LABEL_GAP) faults.add(`${name} is ${gap.toFixed(0)} px above its control`);
      const width = Math.max(...linesAbove.map(({ right }) => right)) - Math.min(...linesAbove.map(({ left }) => left));
      if (control.matches(FIELDS) && width > box.width + MAX_OFFSET)
        faults.add(`${name} is ${(width - box.width).toFixed(0)} px wider than its field`);
    };
    for (const control of scope.querySelectorAll<HTMLInputElement>(CONTROLS)) {
      if (isVisible(control)) for (const label of control.labels ?? []) checkLabel(label, control);
    }
    return [...faults];
  });
}
