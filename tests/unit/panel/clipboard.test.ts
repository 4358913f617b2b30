import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from '#panel/clipboard';

afterEach(() => vi.unstubAllGlobals());

/** Stubs a page without access to the asynchronous clipboard, like a panel of DevTools. */
function stubOldClipboard(isAllowed: boolean) {
  const fields: { value: string }[] = [];
  const copied: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('not allowed')) } });
  vi.stubGlobal('document', {
    activeElement: null,
    body: { append: (field: { value: string }) => void fields.push(field) },
    createElement: () => ({ value: '', style: {}, select: () => {}, remove: () => {} }),
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    removeEventListener: (type: string) => void listeners.delete(type),
    execCommand: (command: string) => {
      const clipboardData = { setData: (_type: string, text: string) => void copied.push(text) };
      if (isAllowed) listeners.get(command)?.({ preventDefault: () => {}, clipboardData });
      return isAllowed;
    },
  });
  return { fields, copied, listeners };
}

it('a long text is copied without a text field, as the browser would have to lay it out', async () => {
  const { fields, copied, listeners } = stubOldClipboard(true);
  const text = 'ab\n'.repeat(100_000);
  expect(await copyText(text)).toBe(true);
  expect(copied).toEqual([text]);
  for (const { value } of fields) expect(value.length).toBeLessThan(10);
  expect(listeners.size).toBe(0);
});

it('copying a text returns false if the browser does not allow it', async () => {
  const { copied } = stubOldClipboard(false);
  expect(await copyText('text')).toBe(false);
  expect(copied).toEqual([]);
});
