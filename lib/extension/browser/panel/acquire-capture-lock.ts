import { alwaysFirst, type Turn } from '#extension/panel/persistence/capture-lock';

/** Takes a turn at keeping a tab's session, among all panels of that tab. The browser ends it when this page closes. */
export function takeTurn(tabId: number): Turn {
  if (!('locks' in navigator)) return alwaysFirst;
  const name = `kept session ${tabId}`;
  let begin = (): void => undefined;
  const comes = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const keepUntilClosed = (): Promise<never> => {
    begin();
    return new Promise(() => undefined);
  };
  const isFirst = new Promise<boolean>((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock !== null) return keepUntilClosed();
      void navigator.locks.request(name, keepUntilClosed);
      return undefined;
    });
  });
  return { isFirst, comes };
}
